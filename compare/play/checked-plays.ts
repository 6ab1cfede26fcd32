import type { Chapter } from "../../shared/chapter.ts";
import type { Comparison } from "../difference/comparison.ts";
import type { Curve } from "../pages/curve.ts";
import type { PiModules } from "./pi-player.ts";
import { compareCase } from "./plays.ts";

/** One play that was held against Pi. */
export type CheckedPlay = { chapter: string; name: string; comparison: Comparison };

/** Every case of every chapter, played on both sides. */
export async function playCases(pi: PiModules, chapters: readonly Chapter[]): Promise<CheckedPlay[]> {
  const plays: CheckedPlay[] = [];
  for (const chapter of chapters) {
    for (const scene of chapter.cases) {
      plays.push({ chapter: chapter.id, name: scene.name, comparison: await compareCase(pi, chapter, scene) });
    }
  }
  return plays;
}

/** The plays of a curve that took place. */
export function playsOf(curve: Curve): CheckedPlay[] {
  return curve.scenarios.flatMap(({ scenario, plays }) =>
    plays.flatMap((play, index) => {
      const chapter = curve.chapters[index];
      return "comparison" in play && chapter ? [{ chapter, name: scenario.name, ...play }] : [];
    }),
  );
}
