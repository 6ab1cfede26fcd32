/**
 * What a scripted provider says, in words that stay the same in every chapter.
 * A script holds one reply per request; a reply is a list of parts, played in order.
 */

/** What a reply may quote of the request it answers: text only, whatever the chapter's message shape. */
export type RequestView = {
  messages: { role: string; text: string }[];
  /** Text of the newest tool result, "" when there is none. */
  lastResult: string;
  toolNames: string[];
  model: string;
  systemPrompt: string;
};

export type Part<World = unknown> =
  /** A piece of text; one part becomes one delta. */
  | { type: "text"; text: string | ((seen: RequestView) => string) }
  /** What the model thinks before it speaks, from s07 on. */
  | { type: "thinking"; text: string }
  | { type: "call"; id: string; name: string; arguments: Record<string, unknown> }
  /** The request fails at this point, as a lost connection does. */
  | { type: "fail"; message: string }
  /** The stream ends here without its closing event. */
  | { type: "hangUp" }
  /** Something outside the run changes the world while the reply streams. */
  | { type: "meanwhile"; what: string; change: (world: World) => void }
  // What follows only a provider can say that speaks Pi's stream protocol, from s08 on.
  /**
   * A call whose arguments arrive as pieces of JSON text. `arguments` is what the provider makes of them; without it,
   * they are what the `parseArguments` of the cast makes of them.
   */
  | { type: "fragments"; id: string; name: string; pieces: string[]; arguments?: Record<string, unknown> | null }
  /** Ends the reply with this reason instead of the one that its parts suggest. */
  | { type: "end"; stopReason: "stop" | "length" | "aborted" }
  /** The stream is over without its closing event (without any, when it comes first); the reply can be asked for. */
  | { type: "quietEnd" }
  /** The stream pauses on the virtual clock. */
  | { type: "wait"; ms: number };

export type Reply<World = unknown> = Part<World>[];

/** Replies in order, or a function of the request's number (1 is the first) for a provider that never stops. */
export type Script<World = unknown> = Reply<World>[] | ((request: number) => Reply<World>);

export function text(said: string | ((seen: RequestView) => string)): Part {
  return { type: "text", text: said };
}

export function thinking(thought: string): Part {
  return { type: "thinking", text: thought };
}

export function call(id: string, name: string, args: Record<string, unknown> = {}): Part {
  return { type: "call", id, name, arguments: args };
}

export function fail(message: string): Part {
  return { type: "fail", message };
}

export function hangUp(): Part {
  return { type: "hangUp" };
}

export function meanwhile<World>(what: string, change: (world: World) => void): Part<World> {
  return { type: "meanwhile", what, change };
}

/** `args` is for arguments that are not what `parseArguments` makes of the pieces; null is what a broken provider gives. */
export function fragments(id: string, name: string, pieces: string[], args?: Record<string, unknown> | null): Part {
  return { type: "fragments", id, name, pieces, ...(args !== undefined && { arguments: args }) };
}

export function end(stopReason: "stop" | "length" | "aborted"): Part {
  return { type: "end", stopReason };
}

export function quietEnd(): Part {
  return { type: "quietEnd" };
}

export function wait(ms: number): Part {
  return { type: "wait", ms };
}
