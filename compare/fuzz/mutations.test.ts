import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadPi, type PiModules } from "../play/pi-player.ts";
import { REAL_PI } from "../references/fixture.ts";
import { fuzz } from "./fuzz.ts";
import { DROP_IN, loadLoop } from "./load.ts";
import { mechanismText, mutantCourse, ROOT } from "./mutant-folder.ts";
import { MUTANTS } from "./mutants.ts";

/** Each mutant is caught within these, most within a hundred. */
const PLAYS = { runs: 1500, seed: 1, shrinks: false };
const SLOW = { timeout: 120_000 };

let pi: PiModules;
beforeAll(async () => {
  pi = await loadPi(REAL_PI);
});

it("finds nothing in the loop without a mistake", SLOW, async () => {
  expect(await fuzz(pi, await loadLoop(join(ROOT, DROP_IN)), PLAYS)).toBeUndefined();
});

describe.each(MUTANTS)("$file: $name", (mutant) => {
  it("is still one edit", () => {
    expect(mechanismText(mutant.file).split(mutant.from)).toHaveLength(2);
  });

  it("is found", SLOW, async () => {
    const loop = await loadLoop(join(mutantCourse(mutant), DROP_IN));
    expect((await fuzz(pi, loop, PLAYS))?.parting).toBeDefined();
  });
});
