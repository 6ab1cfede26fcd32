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
  | { type: "meanwhile"; what: string; change: (world: World) => void };

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
