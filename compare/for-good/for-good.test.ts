import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { REAL_PI } from "../references/fixture.ts";
import { FOR_GOOD } from "./index.ts";
import { loadPi, tryOnPi, type PiModules } from "../play/pi-player.ts";
import { missedPoints } from "../play/points.ts";
import { SCENARIOS } from "../scenarios/index.ts";

let pi: PiModules;
beforeAll(async () => {
  pi = await loadPi(REAL_PI);
});

const entries = FOR_GOOD.map((entry) => [entry.id, entry] as const);

it("names the public issues where Pi's users met the same", () => {
  const issues = FOR_GOOD.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  expect(issues.toSorted((a, b) => a - b)).toEqual([3344, 3468, 7053, 8386, 9306]);
});

it("lies outside the curve", () => {
  const names = new Set(SCENARIOS.map((scenario) => scenario.name));
  expect(FOR_GOOD.filter(({ scenario }) => names.has(scenario.name))).toEqual([]);
  expect(new Set(FOR_GOOD.map(({ id }) => id)).size).toBe(FOR_GOOD.length);
});

describe("on the real Pi", () => {
  it.each(entries)("%s is still so", async (_id, entry) => {
    const outcome = await tryOnPi(pi, entry.scenario);
    expect(missedPoints(entry.scenario, outcome.lines)).toEqual([]);
    expect(entry.piStill(outcome)).toBe(true);
  });

  it.each(entries)("%s would be noticed if Pi did otherwise", async (_id, entry) => {
    const plain = SCENARIOS.find((scenario) => scenario.name === "two-calls");
    if (!plain) throw new Error("the plain scenario is gone");
    expect(entry.piStill(await tryOnPi(pi, plain))).toBe(false);
  });
});

describe("agentLoop with a stream function that throws", () => {
  it("never comes to a result, and ends the process with an unhandled rejection", () => {
    const agent = pathToFileURL(join(REAL_PI, "@earendil-works/pi-agent-core/dist/index.js")).href;
    const program = `
      import { agentLoop } from ${JSON.stringify(agent)};
      const config = { model: { provider: "none" }, convertToLlm: (messages) => messages };
      const context = { systemPrompt: "", messages: [], tools: [] };
      const prompt = { role: "user", content: "hi", timestamp: 0 };
      const stream = agentLoop([prompt], context, config, undefined, () => { throw new Error("connection refused"); });
      if (process.argv.includes("--catch")) process.on("unhandledRejection", () => console.log("unhandled"));
      const late = new Promise((resolve) => setTimeout(resolve, 50, "still waiting"));
      console.log(await Promise.race([stream.result(), late]));
    `;
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ["--input-type=module", "-e", program, "--", ...args], { encoding: "utf8" });
    const alone = run();
    expect(alone.status).toBe(1);
    expect(alone.stderr).toContain("connection refused");
    expect(run("--catch").stdout).toBe("unhandled\nstill waiting\n");
  });
});
