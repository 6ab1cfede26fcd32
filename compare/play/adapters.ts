import type { CaseBase } from "../../shared/chapter.ts";
import { blockCase } from "./block-cases.ts";
import { blockScenario } from "./blocks.ts";
import type { VirtualClock } from "../../shared/virtual-clock.ts";
import { partOneCase } from "./part-one-cases.ts";
import { partOneScenario } from "./part-one.ts";
import type { Scenario } from "./scenario.ts";
import { blockVocabulary, partOneVocabulary, type Vocabulary } from "./vocabulary.ts";

/** What stands between the scenarios and a chapter of the first seven (from s08 on they speak Pi's own language): its kind of case, and its words for what happens. */
export type Adapter = {
  /** A case of the chapter as a scenario that Pi can play. */
  scenarioOf(scene: CaseBase<never>): Scenario;
  /** A scenario as a case whose waits keep time by `clock`; the caller has made sure that the chapter can express it. */
  caseOf(scenario: Scenario, clock: VirtualClock): CaseBase<never>;
  vocabulary: Vocabulary;
};

/** The adapter of a chapter, by its id (`s07`). Throws when there is none yet. */
export function adapterOf(chapter: string): Adapter {
  if (chapter <= "s06") {
    return {
      scenarioOf: partOneScenario,
      caseOf: (scenario) => partOneCase(scenario, chapter),
      vocabulary: partOneVocabulary,
    };
  }
  if (chapter === "s07") return { scenarioOf: blockScenario, caseOf: blockCase, vocabulary: blockVocabulary };
  throw new Error(`${chapter} has no adapter yet: compare/play/adapters.ts`);
}
