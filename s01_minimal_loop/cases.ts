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
    shows: "两次输入，第二次的回复用到了第一次说过的话",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    showState: true,
  },
  {
    name: "forgetful",
    shows: "事故：core 什么都不留，同一个问题就答不上来",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    forgets: true,
    showState: true,
  },
  {
    name: "request",
    shows: "把每次发给 provider 的请求打印出来：它只看得到这些",
    inputs: ["我是小林", "我叫什么？"],
    script: [[text("记住了。")], [text(nameIn)]],
    showRequests: true,
  },
  {
    name: "error",
    shows: "provider 失败：这次运行以 error 结束，下一次照常",
    inputs: ["我是小林", "我叫什么？"],
    script: [[fail("connection reset")], [text(nameIn)]],
    showState: true,
  },
  {
    name: "what-time",
    shows: "问一件请求里没有的事：provider 再聪明也无从知道（s02 的起点）",
    inputs: ["现在几点？"],
    script: [[text("我看不到时钟，没法告诉你。")]],
  },
];
