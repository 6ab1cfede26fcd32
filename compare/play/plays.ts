import type { Chapter, CaseBase } from "../../shared/chapter.ts";
import { playOnChapter, partOneVocabulary } from "./chapter-player.ts";
import { compare, type Comparison } from "../difference/comparison.ts";
import { lackingIn, type Feature } from "./features.ts";
import type { Line } from "./line.ts";
import { caseOf } from "./part-one-cases.ts";
import { scenarioOf } from "./part-one.ts";
import { playOnPi, type PiModules } from "./pi-player.ts";
import type { Scenario } from "./scenario.ts";

/** A scenario in a chapter: held against Pi, or out of the chapter's reach. */
export type ScenarioPlay = { comparison: Comparison } | { lacking: Feature[] };

/** Plays one of a chapter's own cases on both sides. */
export async function compareCase(pi: PiModules, chapter: Chapter, scene: CaseBase<never>): Promise<Comparison> {
  const ours = await playOnChapter(chapter, scene, partOneVocabulary);
  return compare(chapter.id, ours, await playOnPi(pi, scenarioOf(scene)));
}

/** Plays a scenario in a chapter, and holds it against a play of Pi's that was made before. */
export async function compareScenario(chapter: Chapter, scenario: Scenario, pis: Line[]): Promise<ScenarioPlay> {
  const lacking = lackingIn(chapter.id, scenario);
  if (lacking.length > 0) return { lacking };
  const ours = await playOnChapter(chapter, caseOf(scenario, chapter.id), partOneVocabulary);
  return { comparison: compare(chapter.id, ours, pis) };
}
