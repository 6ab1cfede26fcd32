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
  /** Draws at the end when each call was handled, ran and was answered. */
  showTimeline?: boolean;
  /** Prints the transcript at the end. */
  showState?: boolean;
  /** Talks to the person at the terminal, whom the play finds at `stage.person`. */
  interactive?: true;
};

/** One chapter as the command line, the tests and the comparison play it. The first case is the default. */
export type Chapter<Case extends CaseBase<never> = CaseBase<never>> = {
  id: string;
  title: string;
  cases: Case[];
  play(scene: Case, stage: Stage): Promise<void>;
  /** Plays the case on any loop of Pi's signature, from s08 on: the chapter's own, or Pi's. */
  playOn?(loop: AgentLoopFunctions, scene: Case, stage: Stage): Promise<void>;
};

type LoopFunction = (...args: never[]) => unknown;

/**
 * The functions of an agent loop, as a module exports them. Each chapter knows more exactly what it calls.
 *
 * Pi: the exports of pi-agent-core `agent-loop.ts`.
 */
export type AgentLoopFunctions = {
  runAgentLoop: LoopFunction;
  runAgentLoopContinue?: LoopFunction;
  agentLoop?: LoopFunction;
  agentLoopContinue?: LoopFunction;
};
