import * as fc from "fast-check";
import type { PiModules } from "../play/pi-player.ts";
import { planArbitrary } from "./arbitraries.ts";
import { playPlan, type Loop } from "./player.ts";
import type { Plan } from "./plan.ts";

/** Where two plays part: the lines before it are the same; a side that has ended has none. */
export type Parting = { line: number; pi: string | undefined; ours: string | undefined };

/** The smallest plan found on which the two loops differ, and how to find it again. */
export type Counterexample = { plan: Plan; parting: Parting; seed: number; path: string; run: number };

export type FuzzOptions = {
  runs: number;
  seed: number;
  path?: string;
  shrinks?: boolean;
  onRun?: (run: number) => void;
};

/** Plays one plan on both loops. Undefined when nothing tells them apart. */
export async function partingOf(plan: Plan, pi: PiModules, ours: Loop): Promise<Parting | undefined> {
  const there = await playPlan(plan, pi.agent, pi.ai);
  const here = await playPlan(plan, ours, pi.ai);
  const length = Math.max(there.length, here.length);
  for (let line = 0; line < length; line++) {
    if (there[line] !== here[line]) return { line, pi: there[line], ours: here[line] };
  }
  return undefined;
}

/**
 * Plays generated plans on both loops until one tells them apart, and shrinks that one unless `shrinks` is false.
 * Undefined when none does. Rejects when a play cannot be played at all.
 */
export async function fuzz(pi: PiModules, ours: Loop, options: FuzzOptions): Promise<Counterexample | undefined> {
  const { seed, path, shrinks = true, onRun } = options;
  let run = 0;
  const property = fc.asyncProperty(planArbitrary, async (plan) => {
    onRun?.(++run);
    return (await partingOf(plan, pi, ours)) === undefined;
  });
  const { counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(property, {
    numRuns: options.runs,
    seed,
    endOnFailure: !shrinks,
    ...(path !== undefined && { path }),
  });
  const [plan] = counterexample ?? [];
  if (!plan) return undefined;
  const parting = await partingOf(plan, pi, ours);
  // Then it was not the comparison that failed.
  if (!parting) throw errorInstance;
  return { plan, parting, seed, path: counterexamplePath ?? "", run: numRuns };
}
