import { textOf, type AnyContent } from "./content.ts";
import type { Part, Reply, RequestView, Script } from "./script.ts";

/** Any chapter's request: later chapters add fields, none removes one. */
type AnyRequest = {
  messages: readonly AnyMessage[];
  tools?: readonly { name: string }[];
  model?: string;
  systemPrompt?: string;
};
type AnyMessage = { role: string; content: AnyContent };

/** From s07 on a call is a block of its message, and says so. */
type ScriptedCall = { type?: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };
type ScriptedEvent =
  | { type: "message_start" }
  | { type: "text_delta" | "thinking_delta"; delta: string }
  | { type: "tool_call"; call: ScriptedCall }
  | { type: "message_end"; stopReason: "stop" | "toolUse" };

/** The script had no reply left for a request. The theatre reports it: a loop would take it for a failing model. */
export class ScriptExhausted extends Error {
  override name = "ScriptExhausted";
}

/**
 * A provider that says what a script says. Keeps a copy of every request as it arrived, for tests.
 *
 * It answers as a whole (`complete`, s01 and s02) or as a stream (`stream`, from s03 on).
 */
export class ScriptedProvider<World = unknown> {
  readonly requests: AnyRequest[] = [];
  /** Set when a request came after the last reply. */
  exhausted: ScriptExhausted | undefined;

  readonly #script: Script<World>;
  readonly #options: ScriptedProviderOptions<World>;

  constructor(script: Script<World>, options: ScriptedProviderOptions<World>) {
    this.#script = script;
    this.#options = options;
  }

  /** Replies that no request has asked for; 0 for a script without end. */
  get unused(): number {
    return typeof this.#script === "function" ? 0 : Math.max(0, this.#script.length - this.requests.length);
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
    this.requests.push(structuredClone(request));
    this.#options.onRequest?.(request);
    const reply = this.#nextReply();
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

  #nextReply(): Reply<World> {
    const number = this.requests.length;
    const reply = typeof this.#script === "function" ? this.#script(number) : this.#script[number - 1];
    if (reply) return reply;
    this.exhausted = new ScriptExhausted(
      `剧本演完了：case ${this.#options.caseName} 只写了 ${number - 1} 次回复，循环却发来了第 ${number} 次请求`,
    );
    throw this.exhausted;
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

function viewOf(request: AnyRequest): RequestView {
  const messages = request.messages.map((message) => ({ role: message.role, text: textOf(message.content) }));
  return {
    messages,
    lastResult: messages.findLast((message) => message.role === "toolResult")?.text ?? "",
    toolNames: (request.tools ?? []).map((tool) => tool.name),
    model: request.model ?? "",
    systemPrompt: request.systemPrompt ?? "",
  };
}
