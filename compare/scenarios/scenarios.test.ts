import { beforeAll, describe, expect, it } from "vitest";
import { lackingIn } from "../play/features.ts";
import { REAL_PI } from "../references/fixture.ts";
import type { Line } from "../play/line.ts";
import { loadPi, playOnPi, type PiModules } from "../play/pi-player.ts";
import { missedPoints } from "../play/points.ts";
import type { Scenario } from "../play/scenario.ts";
import { SCENARIOS } from "./index.ts";

let pi: PiModules;
beforeAll(async () => {
  pi = await loadPi(REAL_PI);
});

it("has scenarios enough, each with a name of its own", () => {
  const names = SCENARIOS.map((scenario) => scenario.name);
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

it("says in one line of Chinese what each shows", () => {
  for (const { shows } of SCENARIOS) expect(shows).toMatch(/^(?=.*\p{Script=Han}).+$/u);
});

it.each(["s04", "s05", "s06", "s07"])(
  "has a dozen scenarios and more that %s can play, with tools in them",
  (chapter) => {
    const playable = SCENARIOS.filter((scenario) => scenario.tools && lackingIn(chapter, scenario).length === 0);
    expect(playable.length).toBeGreaterThanOrEqual(12);
  },
);

describe("on the real Pi", () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    "%s comes to its end, shows its point, and goes the same way twice",
    async (_name, scenario) => {
      const lines = await playOnPi(pi, scenario);
      expect(missedPoints(scenario, lines)).toEqual([]);
      expect(await playOnPi(pi, scenario)).toEqual(lines);
    },
  );

  it("parallel calls end in six different orders, each with the results in the calls' order", async () => {
    const scenarios = SCENARIOS.filter((scenario) => scenario.name.startsWith("parallel-ends-"));
    const plays = await Promise.all(scenarios.map((scenario) => playOnPi(pi, scenario)));
    const ends = plays.map((lines) => callsAt(lines, "tool_execution_end call-").join("-"));
    expect(ends).toEqual(scenarios.map((scenario) => scenario.name.replace("parallel-ends-", "")));
    expect(new Set(ends).size).toBe(6);
    for (const lines of plays) expect(callsAt(lines, "message_end toolResult call-")).toEqual(["1", "2", "3"]);
  });

  it("a scenario that asks the script for more than it has does not pass for a play", async () => {
    const short: Scenario = { name: "short", shows: "", inputs: ["你好", "你好"], script: [[]], evidence: "" };
    await expect(playOnPi(pi, short)).rejects.toThrow("scenario short has no reply for request 2");
  });
});

/** The numbers of the calls that lines with this beginning are about, in the order of the lines. */
function callsAt(lines: readonly Line[], beginning: string): string[] {
  return lines.flatMap(({ key }) => (key.startsWith(beginning) ? [key.slice(beginning.length)] : []));
}
