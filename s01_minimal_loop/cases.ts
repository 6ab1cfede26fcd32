import type { CaseBase } from "../shared/chapter.ts";
import { fail, text, type RequestView } from "../shared/script.ts";

export type Case = CaseBase & {
  /** The accident: a core that begins every run with an empty transcript. */
  forgets?: boolean;
};

/** A model knows only what the request shows it, so the answer is looked up there. */
function nameIn(seen: RequestView): string {
  const told = seen.messages.findLast((message) => message.text.startsWith("我是"));
  return told ? `你叫${told.text.slice(2)}。` : "我不知道，你还没告诉我。";
}

export const cases: Case[] = [
  {
    name: "default",
    shows: "两次输入：先报名字，再问名字",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    showState: true,
  },
  {
    name: "forgetful",
    shows: "事故：每次输入之前，core 的记录都被换成空白的",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    forgets: true,
    showState: true,
  },
  {
    name: "request",
    shows: "打印每次发给 provider 的请求",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    showRequests: true,
  },
  {
    name: "error",
    shows: "第一次请求遇上断线，第二次照常",
    inputs: ["我是小林", "我叫什么？"],
    script: [[fail("connection reset")], [text(nameIn)]],
    showState: true,
  },
  {
    name: "what-time",
    shows: "问一件对话里没有的事（s02 的起点）",
    inputs: ["现在几点？"],
    script: [[text("我看不到时钟，没法告诉你。")]],
  },
];
