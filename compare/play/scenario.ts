import type { Part } from "../../shared/script.ts";
import type { KeptMessage, ScenarioBlock } from "./scenario-messages.ts";

/** What a script can say; which chapter can say it is for `features.ts` to tell. */
export type ScenarioPart = Part<World>;

export type ScenarioReply = ScenarioPart[];
export type ScenarioScript = ScenarioReply[] | ((request: number) => ScenarioReply);

/** What lies outside the loop and may change while it runs. */
export type World = {
  /** The tools that the caller offers. */
  registry: { register(tool: ScenarioTool): void; unregister(name: string): void };
  state: { model: string; systemPrompt: string };
  /** Ends the run from outside, as a user does. */
  abort(): void;
};

export type Say = (from: string, text: string) => void;

/** What a tool or a hook gives back, at once or later; Part I cannot wait for it. */
export type Soon<T> = T | Promise<T>;

/** What a tool returns: a text, or a whole result. Throwing is failing. */
export type ScenarioResult =
  | string
  | {
      /** May be missing, as from a tool that no type checker saw. */
      content?: ScenarioBlock[];
      details?: unknown;
      terminate?: boolean;
      usage?: object;
      addedToolNames?: string[];
    };

/** What can be seen of the run by a tool that it calls. */
export type Moment = {
  /** Milliseconds since the play began, on the virtual clock. */
  now: number;
  /** Whether the signal that the loop handed over is aborted; false without a signal. */
  aborted: boolean;
};

/** What a loop tells a hook besides the call and its result. */
export type Told = {
  /** The arguments as they stand in the reply. */
  written: unknown;
  /** How many calls the reply has. */
  calls: number;
  /** The roles of the transcript's messages. */
  roles: string[];
};

export type HookMoment = Moment & Told;

export type ScenarioTool = {
  name: string;
  description: string;
  /** JSON Schema of the arguments, plain or built with TypeBox; without it any object will do. */
  parameters?: object;
  prepare?: (args: unknown) => unknown;
  mode?: "sequential" | "parallel";
  /** Milliseconds on the virtual clock before it returns. */
  takes?: number | ((args: Record<string, unknown>) => number);
  /** Waits no longer once the signal is aborted. */
  heedsAbort?: boolean;
  /** Never returns. */
  stalls?: boolean;
  /** Partial results, each sent at this many milliseconds after the start, also after the end. */
  updates?: { at: number; text: string }[];
  run: (args: Record<string, unknown>, world: World, say: Say, moment: Moment) => Soon<ScenarioResult>;
};

export type ScenarioCall = { id: string; name: string; arguments: Record<string, unknown> };

export type ScenarioDecision = { block: true; reason?: string } | undefined;

/** What came of a call, as its after hook sees it; `text` is that of the content. */
export type ScenarioOutcome = { text: string; content: ScenarioBlock[]; details: unknown; isError: boolean };

/** What an after hook replaces: the content, or just its text, and whatever else it names. */
export type ScenarioChange =
  | {
      text?: string;
      content?: ScenarioBlock[];
      isError?: boolean;
      details?: unknown;
      usage?: object;
      terminate?: boolean;
    }
  | undefined;

export type ScenarioHooks = {
  /** Milliseconds before the before hook decides. */
  beforeTakes?: number;
  before?: (call: ScenarioCall, world: World, say: Say, moment: HookMoment) => Soon<ScenarioDecision>;
  /** Milliseconds before the after hook answers. */
  afterTakes?: number;
  after?: (
    call: ScenarioCall,
    outcome: ScenarioOutcome,
    world: World,
    say: Say,
    moment: HookMoment,
  ) => Soon<ScenarioChange>;
};

export type ThinkingLevel = "off" | "low" | "high";

/**
 * `blocks`: results with blocks, details or an error flag of their own; `bare block`: a block without a reason;
 * `terminate`; `abort`: a tool, a hook or the script aborts the run.
 */
export type Need = "blocks" | "bare block" | "terminate" | "abort";

/**
 * One play in terms that belong to no loop: what the provider says, which tools and hooks there are, what happens
 * outside. Every chapter that can express it, and Pi, play the same one.
 */
export type Scenario = {
  name: string;
  /** What it shows, in one line of Chinese. */
  shows: string;
  /** The user's inputs; each is a run of its own, on the same transcript. */
  inputs: string[];
  script: ScenarioScript;
  tools?: ScenarioTool[];
  hooks?: ScenarioHooks;
  systemPrompt?: string;
  model?: string;
  /** Messages of earlier runs; both sides begin with them. */
  kept?: KeptMessage[];
  /** Every run begins with an empty transcript. */
  forgets?: boolean;
  /** Somebody follows the events alone, and says at the end which messages they told of. */
  listens?: boolean;
  toolExecution?: "sequential" | "parallel";
  /** The signal is aborted before the run begins. */
  abortedAtStart?: boolean;
  /** Aborts as soon as a line with this key was traced. */
  abortAfter?: string;
  /** Aborts at this many milliseconds on the virtual clock. */
  abortAt?: number;
  /** `fail` and `hangUp` reach the loop as they are: the stream function does not tell them in an `error` event. */
  breaksContract?: boolean;
  /** Messages that wait at the N-th poll of the steering queue (1 is the first). */
  steering?: { poll: number; text: string }[];
  followUps?: { poll: number; text: string }[];
  /** Begins with this transcript and no new input, as a retry does; a refusal is part of the play. */
  continueFrom?: { role: "user" | "assistant"; text: string }[];
  /** Stops after this turn, as a caller's policy. */
  stopAfterTurn?: number;
  /** A custom message of the app stands before the first input; it becomes a user message for the provider. */
  customMessage?: string;
  /** Shows the provider only the newest messages. */
  keepLast?: number;
  /** Replacements for the turn after turn N. */
  nextTurn?: {
    after: number;
    systemPrompt?: string;
    model?: string;
    thinkingLevel?: ThinkingLevel;
    keepLast?: number;
  }[];
  apiKey?: string;
  /** What the world outside changes while a reply streams. */
  changes?: ("tools" | "model")[];
  /** What tools and hooks use without its showing in the fields above. */
  needs?: Need[];
  /** All of it must stand in Pi's trace, so that a scenario cannot miss what it is named for. */
  evidence: string | readonly string[];
  /** Must stand on lines of Pi's trace in this order. */
  inOrder?: string[];
  /** Must stand nowhere in Pi's trace. */
  absent?: string;
};
