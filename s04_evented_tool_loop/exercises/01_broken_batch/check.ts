import { test } from "vitest";
import { chapter } from "#s04/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";
import { call, fail, text } from "#shared/script.ts";

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "回复从开头报起。",
  "调用也是回复里的一个事件，到了就报。",
  "调用一到就执行。找不到工具，错误写成这个调用的结果，照样报出去。",
  "一个工具出错，回复还在继续，后面的事件照读。",
  "每个调用都执行，前一个失败不碍后一个；这时流还没有断。",
  "流断了，没有结尾，core 替它补一个。",
  "回复出错，运行到此为止，没有下一轮。接着是 [state]，transcript 从用户的输入开始。",
  "回复在结果前面：停下的原因、两个调用和断线的原因都记在这一条里。",
  "每个调用恰好有一条结果，出错的也算，次序和调用相同。",
  "流断之前已经执行的，结果也留在 transcript 里。",
];

test("the trace and the transcript of a reply that broke off after two calls", async () => {
  const { lines } = await answer<typeof import("./starter.ts")>();

  const scene = chapter.cases.find(({ name }) => name === "broken-stream");
  if (!scene) throw new Error("s04 has no case broken-stream");
  const trace = await traceOf(chapter, {
    ...scene,
    script: [[call("call-1", "clock"), call("call-2", "current_time"), fail("connection reset")], [text("好")]],
  });
  const happened = [
    ...trace.slice(trace.indexOf("message_start"), trace.indexOf("[assistant]")),
    ...trace.slice(trace.indexOf("[state]") + 1).filter((line) => /^\d/.test(line)),
  ];

  expectPrediction(lines, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的 runTurn 和 runToolCall，再看「试一下」里的 [state]",
  });
});
