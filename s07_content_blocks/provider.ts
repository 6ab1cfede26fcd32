import type { Message, StopReason, ToolCall } from "./messages.ts";
import type { ToolSpec } from "./tools.ts";

/** Everything a provider is told. It keeps nothing between requests. Pi: `Context` in pi-ai `types.ts`. */
export type ProviderRequest = { systemPrompt: string; model: string; messages: Message[]; tools: ToolSpec[] };

/** One step of a reply while it is being made. Pi: `AssistantMessageEvent` in pi-ai `types.ts`. */
export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; delta: string }
  | { type: "thinking_delta"; delta: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason; errorMessage?: string };

/** The model's side of the loop. Pi: `StreamFn` in `types.ts`. */
export type Provider = {
  /** Answers one request event by event; throws, at any point, when it cannot go on. */
  stream(request: ProviderRequest): AsyncIterable<ProviderEvent>;
};
