import type { CaseBase, Chapter } from "../../shared/chapter.ts";
import { compare, type Comparison } from "../difference/comparison.ts";
import { playCase, playCaseOnPi, playScenario } from "./chapter-player.ts";
import { lackingIn, type Feature } from "./features.ts";
import type { Line } from "./line.ts";
import { errorText } from "./outcome.ts";
import type { PiModules } from "./pi-player.ts";
import type { Scenario } from "./scenario.ts";

/** A scenario in a chapter: held against Pi, or out of the chapter's reach. */
export type ScenarioPlay = { comparison: Comparison } | { lacking: Feature[] };

/** Plays one of a chapter's own cases on both sides. */
export async function compareCase(pi: PiModules, chapter: Chapter, scene: CaseBase<never>): Promise<Comparison> {
  const ours = await named(chapter, scene.name, playCase(chapter, scene));
  return compare(chapter.id, ours, await playCaseOnPi(pi, chapter, scene));
}

/** Plays a scenario in a chapter, and holds it against a play of Pi's that was made before. */
export async function compareScenario(chapter: Chapter, scenario: Scenario, pis: Line[]): Promise<ScenarioPlay> {
  const lacking = lackingIn(chapter.id, scenario);
  if (lacking.length > 0) return { lacking };
  return { comparison: compare(chapter.id, await named(chapter, scenario.name, playScenario(chapter, scenario)), pis) };
}

/** A chapter that breaks down says which one it is, and in what. */
async function named(chapter: Chapter, name: string, lines: Promise<Line[]>): Promise<Line[]> {
  try {
    return await lines;
  } catch (error) {
    throw new Error(`${chapter.id} 演 ${name} 时出错：${errorText(error)}`, { cause: error });
  }
}
