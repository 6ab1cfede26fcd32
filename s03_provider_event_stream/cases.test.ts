import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";

it("deltas and default come to the same reply", async () => {
  const reply = "content: 北京是中国的首都。\nstopReason: stop\n";
  expect((await playCase(chapter, "default")).trace).toContain(reply);
  expect((await playCase(chapter, "deltas")).trace).toContain(reply);
});

it.each([
  ["error", "content: 北京是中国的首都，它有三千多年的建城史，\nstopReason: error\nerrorMessage: connection reset\n"],
  ["unfinished", "content: 北京是中国的首都，\nstopReason: error\n"],
])("%s keeps what was received", async (name, reply) => {
  expect((await playCase(chapter, name)).trace).toContain(reply);
});

it.each(chapter.cases.map((scene) => scene.name))("%s starts and ends each reply once", async (name) => {
  const { shown, provider } = await playCase(chapter, name);
  const types = shown.filter((item) => item.kind === "event").map((item) => item.event.type);
  for (const once of ["message_start", "message_end"]) {
    expect(types.filter((type) => type === once)).toHaveLength(provider?.requests.length ?? -1);
  }
});
