import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";

async function transcriptOf(name: string) {
  const { shown } = await playCase(chapter, name);
  const state = shown.find((item) => item.kind === "state");
  return (state?.messages ?? []) as { role: string; content: string }[];
}

const withState = chapter.cases.filter((scene) => scene.showState).map((scene) => scene.name);

it.each(withState)("%s leaves a transcript in which each call has its result", async (name) => {
  const messages = await transcriptOf(name);
  expect(messages.length).toBeGreaterThan(2);
  expectEachCallAnswered(messages);
});

it("chain asks for the weekday of the date it was given", async () => {
  expect(resultsIn(await transcriptOf("chain"))).toEqual(["2026-01-01 09:00", "星期四"]);
});

it("throws and unknown show the model what went wrong", async () => {
  expect(resultsIn(await transcriptOf("throws"))).toEqual(["error: calendar offline", "error: not a date: 昨天"]);
  expect(resultsIn(await transcriptOf("unknown"))[0]).toBe("error: Tool clock not found");
});

it("endless says that the limit ended it", async () => {
  expect((await playCase(chapter, "endless")).trace).toContain("errorMessage: Stopped after 8 turns");
});

it("dangerous simply runs", async () => {
  expect((await playCase(chapter, "dangerous")).trace).toContain("rm -rf /home/me");
});
