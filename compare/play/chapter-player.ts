import type { AgentLoopFunctions, CaseBase, Chapter } from "../../shared/chapter.ts";
import { playScene } from "../../shared/cli.ts";
import { Stage, type Show } from "../../shared/stage.ts";
import { adapterOf } from "./adapters.ts";
import { VirtualClock } from "../../shared/virtual-clock.ts";
import { LineTrace, type Line } from "./line.ts";
import { playOrBreak, playToEnd, tryPlay, type Outcome, type Play } from "./outcome.ts";
import { loopOf, piLoopFor } from "./loops.ts";
import { playOnLoop, playOnPi, tryOnLoop, type PiModules } from "./pi-player.ts";
import type { Scenario } from "./scenario.ts";
import { piVocabulary, type Vocabulary } from "./vocabulary.ts";

/** Plays a case through its chapter's own `main.ts` and returns the trace in Pi's vocabulary. */
export async function playCase(chapter: Chapter, scene: CaseBase<never>): Promise<Line[]> {
  return playToEnd(new ChapterPlay(chapter, () => scene));
}

/** Plays a case of a chapter on Pi: through the chapter's own `main.ts` from s08 on, before that as a scenario. */
export async function playCaseOnPi(pi: PiModules, chapter: Chapter, scene: CaseBase<never>): Promise<Line[]> {
  const { id, playOn } = chapter;
  if (!playOn) return playOnPi(pi, adapterOf(id).scenarioOf(scene));
  const loop = piLoopFor(id, pi.agent as unknown as AgentLoopFunctions);
  return playOrBreak(new ChapterPlay({ ...chapter, play: (one, stage) => playOn(loop, one, stage) }, () => scene));
}

/** Plays a scenario that the chapter can express. */
export async function playScenario(chapter: Chapter, scenario: Scenario): Promise<Line[]> {
  if (chapter.playOn) return playOnLoop(await loopOf(chapter.id), scenario);
  return playToEnd(playOf(chapter, scenario));
}

/** Plays a scenario that may break off, or never end. */
export async function tryScenario(chapter: Chapter, scenario: Scenario): Promise<Outcome> {
  if (chapter.playOn) return tryOnLoop(await loopOf(chapter.id), scenario);
  return tryPlay(playOf(chapter, scenario));
}

function playOf(chapter: Chapter, scenario: Scenario): ChapterPlay {
  return new ChapterPlay(chapter, (clock) => adapterOf(chapter.id).caseOf(scenario, clock));
}

class ChapterPlay implements Play {
  readonly trace = new LineTrace();
  readonly clock = new VirtualClock();
  readonly #chapter: Chapter;
  readonly #scene: CaseBase<never>;
  readonly #vocabulary: Vocabulary;

  /** `sceneOn` makes the case, for a play on this clock. */
  constructor(chapter: Chapter, sceneOn: (clock: VirtualClock) => CaseBase<never>) {
    this.#chapter = chapter;
    this.#scene = sceneOn(this.clock);
    this.#vocabulary = chapter.playOn ? piVocabulary : adapterOf(chapter.id).vocabulary;
  }

  async run(): Promise<void> {
    const stage = new Stage({
      caseName: this.#scene.name,
      clock: this.clock,
      show: (item) => this.#show(item),
      observe: (seen) => {
        if (seen.kind === "request") this.trace.request(seen.request);
        else this.trace.failure(seen.how, seen.message);
      },
    });
    await playScene(this.#chapter, this.#scene, stage);
    if (stage.provider?.exhausted) throw stage.provider.exhausted;
    this.trace.transcript(stage.transcript);
  }

  /** What only the theatre says (titles, the user's input, the state at the end) is no part of a loop's trace. */
  #show(item: Show): void {
    if (item.kind === "event") this.trace.event(this.#vocabulary({ ...item.event }));
    if (item.kind === "note") this.trace.note(item.from, item.text);
  }
}
