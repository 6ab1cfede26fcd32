import { beforeAll, expect, it } from "vitest";
import { UsageError } from "../../tools/command.ts";
import { loadPi, type PiModules } from "../play/pi-player.ts";
import { REAL_PI } from "../references/fixture.ts";
import { fuzzArguments, RUNS } from "./arguments.ts";
import { fuzzCommand } from "./command.ts";
import { fuzz } from "./fuzz.ts";
import { DROP_IN, loadLoop } from "./load.ts";
import { mutantCourse, ROOT } from "./mutant-folder.ts";

const SLOW = { timeout: 120_000 };
let pi: PiModules;
beforeAll(async () => {
  pi = await loadPi(REAL_PI);
});

async function run(root: string, runs: number, seed: number): Promise<{ code: number; out: string }> {
  let out = "";
  const terminal = { write: (text: string) => void (out += text), writeError: () => {}, colour: false };
  const code = await fuzzCommand({ root, pi, modules: REAL_PI }, { runs, seed }, terminal as never);
  return { code, out };
}

it("says that nothing differs, with which seed, and what it did not reach", SLOW, async () => {
  const { code, out } = await run(ROOT, 300, 7);
  expect(code).toBe(0);
  expect(out).toContain("--fuzz --runs 300 --seed 7");
  expect(out).toContain("300 次都没有差别");
  expect(out).toMatch(/走到了 \d+\/\d+ 个分支/);
  // Nobody leaves the stream function out: the types ask for it.
  expect(out).toContain("streamFn ?? getDefaultStreamFn()");
});

it("shows the smallest play that differs, and it can be played again", SLOW, async () => {
  const root = mutantCourse({
    name: "an empty reason counts",
    file: "preflight.ts",
    from: "decision.reason || ",
    to: "decision.reason ?? ",
  });
  const { code, out } = await run(root, 300, 7);
  expect(code).toBe(1);
  expect(out).toMatch(/第 \d+ 次有差别，种子 7，路径 [\d:]+/);
  expect(out).toMatch(/ {2}Pi .*Tool execution was blocked/);
  expect(out).not.toMatch(/ {2}本章 .*Tool execution was blocked/);
  // Small enough to be read: one call, one hook.
  expect(out.match(/"type":"call"/g)).toHaveLength(1);

  const [, path = ""] = /路径 ([\d:]+)/.exec(out) ?? [];
  const again = await fuzz(pi, await loadLoop(`${root}/${DROP_IN}`), { runs: 1, seed: 7, path, shrinks: false });
  expect(out).toContain(`replies: ${JSON.stringify(again?.plan.replies)}`);
});

it("takes a fresh seed each time, and 1000 plays, unless it is told", () => {
  expect(fuzzArguments(undefined, undefined).runs).toBe(RUNS);
  const seeds = Array.from({ length: 5 }, () => fuzzArguments(undefined, undefined).seed);
  expect(new Set(seeds).size).toBeGreaterThan(1);
  expect(fuzzArguments("20", "0")).toEqual({ runs: 20, seed: 0 });
});

it.each([
  ["0", "1"],
  ["-1", "1"],
  ["1.5", "1"],
  ["many", "1"],
  ["1", "x"],
  ["1", ""],
  ["1", "99999999999"],
])("refuses --runs %s --seed %s", (runs, seed) => {
  expect(() => fuzzArguments(runs, seed)).toThrow(UsageError);
});
