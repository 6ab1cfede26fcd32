import type { AssistantMessage, Message, StopReason, ToolCall } from "./messages.ts";
import type { Tool } from "./tools.ts";

/** Which model to ask, and what it can do. Pi: `Model` in pi-ai `types.ts`. */
export type Model = {
  id: string;
  name: string;
  /** The wire format, such as "openai-completions". */
  api: string;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  input: ("text" | "image")[];
  /** Dollars for a million tokens. */
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number };
  contextWindow: number;
  maxTokens: number;
};

/** Everything a provider is told of the conversation. It keeps nothing between requests. Pi: `Context` in pi-ai `types.ts`. */
export type Context = { systemPrompt?: string; messages: Message[]; tools?: Tool[] | undefined };

/** How a request is made. Pi: `SimpleStreamOptions` in pi-ai `types.ts`. */
export type StreamOptions = { signal?: AbortSignal | undefined };

/** One step of a reply; `partial` is the reply as far as it has come. Pi: `AssistantMessageEvent` in pi-ai `types.ts`. */
export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | { type: "text_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "text_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "thinking_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "thinking_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: "done"; reason: Extract<StopReason, "stop" | "length" | "toolUse">; message: AssistantMessage }
  | { type: "error"; reason: Extract<StopReason, "aborted" | "error">; error: AssistantMessage };

/** A reply on its way: its steps, and the whole once it is there. Pi: `AssistantMessageEventStream` in pi-ai. */
export type AssistantMessageEventStream = AsyncIterable<AssistantMessageEvent> & {
  result(): Promise<AssistantMessage>;
};

/**
 * The model's side of the loop. It never throws and never rejects: what goes wrong becomes an `error` event and a reply
 * whose `stopReason` is "error" or "aborted". The loop relies on it.
 *
 * Pi: `StreamFn` in `types.ts`.
 */
export type StreamFn = (
  model: Model,
  context: Context,
  options?: StreamOptions,
) => AssistantMessageEventStream | Promise<AssistantMessageEventStream>;
