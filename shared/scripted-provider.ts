import { viewOf, type AnyRequest } from "./request-view.ts";
import type { Part, RequestView, Script } from "./script.ts";
import { ScriptReader, type ScriptExhausted } from "./script-reader.ts";

/** From s07 on a call is a block of its message, and says so. */
type ScriptedCall = { type?: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };
type ScriptedEvent =
  | { type: "message_start" }
  | { type: "text_delta" | "thinking_delta"; delta: string }
  | { type: "tool_call"; call: ScriptedCall }
  | { type: "message_end"; stopReason: "stop" | "toolUse" };

/**
 * A provider that says what a script says. Keeps a copy of every request as it arrived, for tests.
 *
 * It answers as a whole (`complete`, s01 and s02) or as a stream (`stream`, from s03 on).
 */
export class ScriptedProvider<World = unknown> {
  readonly requests: AnyRequest[] = [];
  readonly #reader: ScriptReader<World>;
  readonly #options: ScriptedProviderOptions<World>;

  constructor(script: Script<World>, options: ScriptedProviderOptions<World>) {
    this.#reader = new ScriptReader(script, options.caseName);
    this.#options = options;
  }

  /** Set when a request came after the last reply. */
  get exhausted(): ScriptExhausted | undefined {
    return this.#reader.exhausted;
  }

  /** Replies that no request has asked for; 0 for a script without end. */
  get unused(): number {
    return this.#reader.unused;
  }

  async complete(request: AnyRequest): Promise<{ role: "assistant"; content: string; stopReason: "stop" }> {
    let content = "";
    for (const said of this.#play(request)) {
      if (said.type === "text_delta") content += said.delta;
    }
    return { role: "assistant", content, stopReason: "stop" };
  }

  /** `Event` is the chapter's own event type: a script says only what its chapter knows. */
  async *stream<Event = ScriptedEvent>(request: AnyRequest): AsyncGenerator<Event> {
    yield* this.#play(request) as Iterable<Event>;
  }

  *#play(request: AnyRequest): Generator<ScriptedEvent> {
    // Not `copyOf`: a request that carries a function must fail here, which is how a chapter shows that one leaked.
    this.requests.push(structuredClone(request));
    this.#options.onRequest?.(request);
    const reply = this.#reader.next();
    if (!reply) throw this.exhausted;
    const seen = viewOf(request);

    // A request that fails at once has no reply to begin.
    if (reply[0]?.type !== "fail") yield { type: "message_start" };
    for (const part of reply) {
      if (part.type === "hangUp") return;
      const event = this.#perform(part, seen);
      if (event) yield event;
    }
    yield { type: "message_end", stopReason: reply.some((part) => part.type === "call") ? "toolUse" : "stop" };
  }

  #perform(part: Exclude<Part<World>, { type: "hangUp" }>, seen: RequestView): ScriptedEvent | undefined {
    switch (part.type) {
      case "text":
        return { type: "text_delta", delta: typeof part.text === "string" ? part.text : part.text(seen) };
      case "thinking":
        return { type: "thinking_delta", delta: part.text };
      case "call":
        return {
          type: "tool_call",
          call: {
            ...(this.#options.blocks && { type: "toolCall" }),
            id: part.id,
            name: part.name,
            arguments: structuredClone(part.arguments),
          },
        };
      case "fail":
        this.#options.onFailure?.(part.message);
        throw new Error(part.message);
      case "meanwhile":
        this.#options.meanwhile?.(part.what, part.change);
        return undefined;
      default:
        throw new Error(`这一章的 provider 说不出 ${part.type}：剧本里的这一种从 s08 起才能用`);
    }
  }
}

export type ScriptedProviderOptions<World> = {
  /** Named when the script runs out. */
  caseName: string;
  /** Messages are made of blocks. */
  blocks?: boolean;
  /** Told of each request before it is answered. */
  onRequest?: (request: AnyRequest) => void;
  /** Told of a `fail` part before it is thrown. */
  onFailure?: (message: string) => void;
  /** Carries out a change in the middle of a reply. */
  meanwhile?: (what: string, change: (world: World) => void) => void;
};
