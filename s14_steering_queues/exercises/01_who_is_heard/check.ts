import { test } from "vitest";
import type { Case } from "#s14/cases.ts";
import { chapter } from "#s14/main.ts";
import { answer, expectPrediction, traceOf } from "#shared/practice.ts";

/** What each reply after the call says that it has heard. */
async function heard(modes: NonNullable<Case["modes"]>): Promise<string[]> {
  const scene = chapter.cases.find(({ name }) => name === "both-queues");
  if (!scene || typeof scene.script === "function")
    throw new Error("s14 has no case both-queues with a list of replies");
  const [first = [], repeating = []] = scene.script;
  const lines = await traceOf(chapter, {
    ...scene,
    modes,
    says: [
      { at: 500, queue: "followUp", text: "F1" },
      { at: 1000, queue: "steering", text: "S1" },
      { at: 1200, queue: "steering", text: "S2" },
      { at: 1500, queue: "followUp", text: "F2" },
    ],
    script: (request) => (request === 1 ? first : repeating),
  });
  return lines.flatMap((line) => {
    const words = /^message_update: text_delta 听到：(.*)$/.exec(line)?.[1];
    return words === undefined ? [] : [words.replaceAll("；", " ")];
  });
}

function why(line: string): string {
  if (line.startsWith("F"))
    return "一轮以后先问插话；没有结果要给模型看，也没有插话了，才问追加。追加的队列一次交一条。";
  if (line.includes(" ")) return "all 的队列一次全交，几句话进同一个请求。";
  return "每一轮之后都来问插话，one-at-a-time 一次交一条。插话没有取完，里层就没有停。";
}

test("one at a time", async () => {
  const { oneAtATime } = await answer<typeof import("./starter.ts")>();
  expectPrediction(oneAtATime, await heard({}), {
    why,
    read: "README.md「解决方案」里的图",
    list: "oneAtATime",
  });
});

test("everything at once", async () => {
  const { steeringAll } = await answer<typeof import("./starter.ts")>();
  const read = "README.md「工作原理」里的「一次给多少，队列说了算」";
  expectPrediction(steeringAll, await heard({ steering: "all" }), { why, read, list: "steeringAll" });
});
