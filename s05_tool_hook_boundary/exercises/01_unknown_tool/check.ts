import { test } from "vitest";
import { chapter } from "#s05/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "回复里出现调用，先报 tool_call。",
  "执行之前先问 before，这时还没有人去找这个工具。",
  "before 只拦 dangerous，别的一律放行，它也不知道有没有这个工具。",
  "handler 那一步抛错，错误先变成文字，再经过 after：after 管的不只是成功的结果。",
  "after 打印它收到的文字。handler 那一步抛的错，在这里已经变成「error: 」开头的一句话。",
  "事件里的结果，是 after 交出来的那一份。",
];

test("the trace of a call to a tool that is not there", async () => {
  const { trace } = await answer<typeof import("./starter.ts")>();

  const [scene] = chapter.cases;
  if (!scene) throw new Error("s05 has no default case");
  const lines = await traceOf(chapter, { ...scene, script: [[call("call-1", "nope", { text: "hi" })], [text("好")]] });
  const happened = lines.slice(lines.indexOf("tool_call: nope"), lines.indexOf("message_end: toolUse"));

  expectPrediction(trace, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的三段接成一条",
  });
});
