import type { Script } from "./script.ts";
import type { ShowRequests, Stage } from "./stage.ts";

/** What every case has, in every chapter. A chapter adds tools, hooks and switches of its own. */
export type CaseBase<World = unknown> = {
  name: string;
  /** What the case shows, in one line. */
  shows: string;
  inputs: string[];
  script: Script<World>;
  /** Prints what the provider is sent. */
  showRequests?: ShowRequests;
  /** Prints the transcript at the end. */
  showState?: boolean;
};

/** One chapter as the command line, the tests and the comparison play it. The first case is the default. */
export type Chapter<Case extends CaseBase<never> = CaseBase<never>> = {
  id: string;
  title: string;
  cases: Case[];
  play(scene: Case, stage: Stage): Promise<void>;
};
