import { test } from "vitest";
import { chapter } from "#s13/main.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectPrediction, verdict } from "#shared/practice.ts";
import { playCase } from "#shared/testing/play-case.ts";

/** Why each line is as it is, without saying it. */
const REASONS = [
  "500 毫秒时，正在问第一个。第五道门在问过 before 之后；后面的不再处理，没有结果。",
  "2500 毫秒时，正在问第三个。正在问的那一个过不了第五道门；在它之前通过了的，预检以后照样执行。",
  "3500 毫秒时，三个预检都做完了，主体已经开始。循环对正在执行的工具只做一件事，把信号交给它；这个工具看不看？",
];

const GATES = "README.md「工作原理」里的「第五道门」和「后面的不再处理」";
const BODY = "README.md「工作原理」里的「工具自己停」";
const TIMES = ["500", "2500", "3500"];

test("the results, stopped at three moments", async () => {
  const { results } = await answer<typeof import("./starter.ts")>();

  const scene = chapter.cases.find(({ name }) => name === "between-preflights");
  if (!scene) throw new Error("s13 has no case between-preflights");
  const happened: string[] = [];
  for (const abortAt of TIMES.map(Number)) {
    const { shown } = await playCase({ ...chapter, cases: [{ ...scene, abortAt }] }, scene.name);
    const messages = shown.flatMap((one) => (one.kind === "state" ? one.messages : []));
    const texts = messages.filter(({ role }) => role === "toolResult").map(({ content }) => textOf(content as string));
    happened.push(`${abortAt}: ${texts.join(" | ")}`);
  }

  const times = Array.isArray(results) ? results.map((line) => String(line).split(/[:：]/)[0]?.trim() ?? "") : [];
  if (times.join() !== TIMES.join() && times.toSorted().join() === TIMES.toSorted().join()) {
    const saw = `三行的次序是 ${times.join("、")}。`;
    throw verdict({ saw, should: `次序是 ${TIMES.join("、")}。`, read: "README.md「练习」的这一题" });
  }
  expectPrediction(results, happened, { why: REASONS, read: [GATES, GATES, BODY] });
});
