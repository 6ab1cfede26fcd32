import { test } from "vitest";
import { chapter } from "#s02/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";

/** Why each line is what it is, without saying it. */
const REASONS = [
  "名字被占的那一次登记报错，main.ts 接住错误，打印它的文字。",
  "回复里的名字来自请求的 tools：只有登记成功的，照登记的次序，一个名字一次。",
  "一个名字只有一个主人，先来的那一个。它返回什么，箭头后面就是什么。",
  "按名字找到 handler，把调用里的参数交给它；密钥在它的闭包里，不妨碍它干活。",
];

function caseOf(name: string) {
  const found = chapter.cases.find((scene) => scene.name === name);
  if (!found) throw new Error(`s02 has no case ${name}`);
  return found;
}

test("four lines of the trace with three tools", async () => {
  const { lines } = await answer<typeof import("./starter.ts")>();

  const [duplicate, leak] = [caseOf("duplicate"), caseOf("leak")];
  const [first, second] = duplicate.tools;
  if (!first || !second) throw new Error("duplicate has two tools");
  const trace = await traceOf(chapter, {
    ...duplicate,
    tools: [second, ...leak.tools, first],
    byHand: [...(duplicate.byHand ?? []), ...(leak.byHand ?? [])],
  });
  const happened = [
    ...trace.filter((_, index) => trace[index - 1] === "[register]"),
    ...trace.filter((line) => line.startsWith("content:")),
    ...trace.slice(trace.indexOf("[run by hand]")).filter((line) => line !== "[run by hand]"),
  ];

  expectPrediction(lines, happened, {
    why: REASONS,
    read: "README.md「工作原理」里的 register 和 getSpecs",
  });
});
