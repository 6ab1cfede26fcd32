/**
 * One play of the fuzz, as data: it can be printed, shrunk and played again. Whatever takes its turn in a list is used
 * once, in order of the calls; after the last one the callback does nothing special.
 */
export type Plan = {
  /** `runAgentLoop` with a sink that is waited for, or `agentLoop`, whose events are read from the stream. */
  way: "awaited" | "stream";
  /** A number is a prompt of that many messages. */
  runs: ("continue" | number)[];
  /** Stands in the transcript before the first run. */
  kept: KeptKind[];
  /** Whether the caller appends what a run returned. */
  keeps: boolean;
  signal: "none" | "open" | "aborted";
  /** Null: the context has no tools at all. */
  tools: ToolPlan[] | null;
  replies: PartPlan[][];
  provider: ProviderPlan;
  listener: ListenerPlan;
  before: BeforePlan[] | null;
  after: AfterPlan[] | null;
  config: ConfigPlan;
  /** What happens at these times on the virtual clock. */
  timed: { ms: number; act: Act }[];
  /** Which callback throws, at its N-th call; only where the run is awaited. */
  breaks: { where: Place; at: number } | null;
};

export type KeptKind = "user" | "assistant" | "toolResult" | "custom";

/** Turns of the microtask queue, or milliseconds on the virtual clock. Null is: at once, and without a promise. */
export type Pause = { ticks: number } | { ms: number } | null;

/**
 * What a callback, a tool or a provider does to the world. `caller …` changes what the caller handed over, `run …` the
 * context that the loop has shown last.
 */
export type Act =
  | "abort"
  | "add tool"
  | "drop tool"
  | "caller prompt"
  | "caller model"
  | "run prompt"
  | "run tools"
  | "run messages"
  | "run message"
  | "steer"
  | "follow up";

export type Place =
  | "sink"
  | "convertToLlm"
  | "transformContext"
  | "streamFn"
  | "getApiKey"
  | "prepareNextTurn"
  | "shouldStopAfterTurn"
  | "getSteeringMessages"
  | "getFollowUpMessages";

/** A plain JSON Schema, or one of those built with TypeBox in `schemas.ts`. */
export type SchemaPlan = { json: object } | { typebox: string };

export type ThrownPlan = "error" | "empty error" | "type error" | "text" | "number" | "null" | "undefined" | "object";

export type ToolPlan = {
  name: string;
  schema: SchemaPlan;
  mode: "sequential" | "parallel" | null;
  prepare: "same" | "copy" | "in place" | "null" | "throws" | "aborts" | null;
  pause: Pause;
  stalls: boolean;
  heedsAbort: boolean;
  acts: Act[];
  /** Null: at once; also after the end, where nobody listens any more. */
  updates: Pause[];
  lastWords: boolean;
  outcome: OutcomePlan;
};

export type OutcomePlan =
  | { type: "returns"; result: ResultPlan; shared: boolean }
  | { type: "throws"; thrown: ThrownPlan }
  /** As from a tool that no type checker saw. */
  | { type: "nothing" };

/** A result, or what an after hook replaces in one; fields that are left out are left out. */
export type ResultPlan = {
  content?: object[] | null;
  details?: unknown;
  usage?: object | null;
  addedToolNames?: string[];
  terminate?: boolean | null;
  isError?: boolean | null;
};

export type BeforePlan = {
  pause: Pause;
  acts: Act[];
  mutates: "args" | "written" | null;
  answer: { block?: boolean; reason?: string } | "undefined" | "null" | { throws: ThrownPlan };
};

export type AfterPlan = {
  pause: Pause;
  acts: Act[];
  mutates: "args" | "result" | null;
  answer: ResultPlan | "undefined" | "null" | { throws: ThrownPlan };
};

export type PartPlan =
  | { type: "text" | "thinking"; text: string }
  | { type: "call"; id: string; name: string; arguments: Record<string, unknown> }
  | { type: "fragments"; id: string; name: string; pieces: string[]; arguments: Record<string, unknown> | null }
  | { type: "wait"; ms: number }
  | { type: "end"; stopReason: "stop" | "length" | "aborted" }
  | { type: "fail"; message: string }
  | { type: "quietEnd" }
  | { type: "act"; act: Act };

export type ProviderPlan = {
  /** Pulled by the loop, or pushed into pi-ai's own stream. */
  transport: "pulled" | "pushed";
  /** Before there is a stream. */
  pause: Pause;
  /** Leaves out the `start` of every reply. */
  startless: boolean;
};

export type ListenerPlan = {
  /** How long the sink takes for an event; a reader of the stream takes its milliseconds. */
  pauses: Pause[];
  acts: { at: number; act: Act }[];
  /** Of the stream: reads the events only once the result is there. */
  resultFirst: boolean;
  /** Of the stream: leaves after this many events. */
  leavesAt: number | null;
};

export type TurnPlan = {
  pause: Pause;
  acts: Act[];
  update: {
    context?: "same" | "copy" | "slice" | "prompt" | "no tools";
    model?: string;
    thinkingLevel?: "off" | "low" | "high";
  } | null;
};

export type PollPlan = { pause: Pause; texts: string[] | "undefined" | "null" };

/** The `acts` of its callbacks take their turn one a call: a caller that steers at every request never comes to an end. */
export type ConfigPlan = {
  toolExecution: "sequential" | "parallel" | null;
  /** Passed on with each request. */
  options: Record<string, unknown>;
  transform: { pause: Pause; keepLast: number; acts: Act[] } | null;
  convert: { pause: Pause; how: "same" | "map" | "users"; acts: Act[] };
  apiKeys: { pause: Pause; keys: (string | null)[]; acts: Act[] } | null;
  turns: TurnPlan[] | null;
  stops: { pause: Pause; stop: boolean | null }[] | null;
  steering: PollPlan[] | null;
  followUps: PollPlan[] | null;
};
