import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Chapter } from "../../shared/chapter.ts";
import { call } from "../../shared/script.ts";
import { openCourse, type Course } from "../course.ts";
import { echo, says, three, tool, work } from "../scenarios/props.ts";
import { adapterOf } from "./adapters.ts";
import { playCase, playCaseOnPi, playScenario, tryScenario } from "./chapter-player.ts";
import type { Line } from "./line.ts";
import { loopOf } from "./loops.ts";
import type { Scenario } from "./scenario.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let course: Course;
beforeAll(async () => {
  course = await openCourse(root, join(root, "compare/node_modules"));
});

function chapterNamed(id: string): Chapter {
  const chapter = course.chapters.find((one) => one.id === id);
  if (!chapter) throw new Error(`no chapter ${id}`);
  return chapter;
}

const scenarioOf = (more: Omit<Scenario, "name" | "shows" | "evidence">): Scenario => ({
  name: "toy",
  shows: "",
  evidence: "",
  ...more,
});

/** The texts of the results in the transcript. */
const resultsIn = (lines: readonly Line[]) =>
  lines.flatMap(({ key, data }) => (/^transcript \d+ toolResult/.test(key) ? [JSON.stringify(data["content"])] : []));

it("knows every chapter there is, and says so of one that it does not know", async () => {
  for (const { id, playOn } of course.chapters) {
    if (playOn) expect(await loopOf(id)).toMatchObject({ runAgentLoop: expect.any(Function) });
    else expect(adapterOf(id)).toBeDefined();
  }
  expect(() => adapterOf("s99")).toThrow("s99 has no adapter yet");
  await expect(loopOf("s99")).rejects.toThrow("no chapter s99");
});

describe("Pi, in the place of a chapter's own loop,", () => {
  it("plays the cases of s08, whose hooks are told call by call and whose tools have no schema", async () => {
    const chapter = chapterNamed("s08");
    const scene = chapter.cases.find(({ name }) => name === "hooks");
    if (!scene) throw new Error("s08 has no case hooks");
    const lines = await playCaseOnPi(course.pi, chapter, scene);
    expect(resultsIn(lines)).toEqual(resultsIn(await playCase(chapter, scene)));
    expect(resultsIn(lines)).not.toEqual([]);
  });

  it("is stopped where the chapter has a limit of its own", async () => {
    const chapter = chapterNamed("s12");
    const endless = { ...chapter.cases[0]!, script: () => [call("call-1", "read", { path: "big.log" })] };
    const lines = await playCaseOnPi(course.pi, chapter, endless as never);
    expect(lines.filter(({ key }) => key.startsWith("request"))).toHaveLength(10);
  });

  it("waits for ever, and rejects where nobody hears it, when a stream function throws", async () => {
    const chapter = chapterNamed("s08");
    const scene = chapter.cases.find(({ name }) => name === "stream-throws");
    if (!scene) throw new Error("s08 has no case stream-throws");
    const lines = await playCaseOnPi(course.pi, chapter, scene);
    expect(lines.map(({ key }) => key)).toEqual(expect.arrayContaining(["play rejects unheard", "play hangs"]));
  });
});

describe("a case made a scenario, and a case again, plays as before:", () => {
  /** What these show comes from the chapter alone: a loop of another kind, a transcript in the old form. */
  const ownToTheChapter = ["live", "old-transcript"];

  it.each(["s04", "s05", "s06", "s07"])("%s", async (id) => {
    const chapter = chapterNamed(id);
    for (const scene of chapter.cases.filter(({ name }) => !ownToTheChapter.includes(name))) {
      const again = await playScenario(chapter, adapterOf(id).scenarioOf(scene));
      expect(again, scene.name).toEqual(await playCase(chapter, scene));
    }
  });
});

describe("in s07", () => {
  const play = (more: Parameters<typeof scenarioOf>[0]) => tryScenario(chapterNamed("s07"), scenarioOf(more));

  it("tools and hooks take their time on the virtual clock", async () => {
    const hooks = {
      before: () => undefined,
      beforeTakes: 1,
      after: (_call: unknown, { text }: { text: string }) => ({ text: `${text}!` }),
      afterTakes: 2,
    };
    const { lines } = await play({ ...three(30, 20, 10), tools: [work], hooks });
    expect(resultsIn(lines)).toEqual([
      expect.stringContaining("做完于 31 ms，本来要 30 ms!"),
      expect.stringContaining("做完于 54 ms，本来要 20 ms!"),
      expect.stringContaining("做完于 67 ms，本来要 10 ms!"),
    ]);
  });

  it("a tool that never returns is a play that never ends", async () => {
    const stuck = tool("stuck", () => "", { stalls: true });
    expect(await play({ ...says(call("call-1", "stuck")), tools: [stuck] })).toMatchObject({ end: "hangs" });
  });

  it("what tools and hooks promise is waited for", async () => {
    const hooks = {
      before: async ({ name }: { name: string }) =>
        name === "echo" ? { block: true as const, reason: "no" } : undefined,
      after: async () => ({ isError: true }),
    };
    const slow = tool("slow", async () => "slow");
    const { lines } = await play({
      ...says(call("call-1", "echo", { text: "hi" }), call("call-2", "slow")),
      tools: [echo, slow],
      hooks,
    });
    expect(lines.filter(({ key }) => key.startsWith("tool_execution_end")).map(({ data }) => data)).toMatchObject([
      { toolName: "echo", result: { content: [{ text: "no" }] }, isError: true },
      { toolName: "slow", result: { content: [{ text: "slow" }] }, isError: true },
    ]);
  });
});

it("Part I does not wait: a promise turns into a failure that says so", async () => {
  const slow = tool("slow", async () => "slow");
  const lines = await playScenario(chapterNamed("s06"), scenarioOf({ ...says(call("call-1", "slow")), tools: [slow] }));
  expect(resultsIn(lines)).toEqual([expect.stringContaining("slow takes longer than Part I can wait")]);
});
