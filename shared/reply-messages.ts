import type { AnyRequest, Loose } from "./request-view.ts";

/**
 * The messages and events of Pi's stream protocol as a script can say them. The theatre imports neither a chapter nor
 * Pi, so it declares them itself; whatever has these shapes, in a chapter or in Pi, can take them.
 */

/** Pi: `TextContent` in pi-ai `types.ts`. */
export type TextContent = { type: "text"; text: string };

/** Pi: `ThinkingContent` in pi-ai `types.ts`. */
export type ThinkingContent = { type: "thinking"; thinking: string };

/** Pi: `ImageContent` in pi-ai `types.ts`. */
export type ImageContent = { type: "image"; data: string; mimeType: string };

/** Pi: `ToolCall` in pi-ai `types.ts`. */
export type ToolCall = { type: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };

/** A script costs nothing; every number is 0. Pi: `Usage` in pi-ai `types.ts`. */
export type Usage = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
};

/** Pi: `StopReason` in pi-ai `types.ts`. */
export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted";

/** Pi: `AssistantMessage` in pi-ai `types.ts`. */
export type AssistantMessage = {
  role: "assistant";
  content: (TextContent | ThinkingContent | ToolCall)[];
  api: string;
  provider: string;
  model: string;
  usage: Usage;
  stopReason: StopReason;
  errorMessage?: string;
  timestamp: number;
};

/** Pi: `UserMessage` in pi-ai `types.ts`. */
export type UserMessage = { role: "user"; content: string | (TextContent | ImageContent)[]; timestamp: number };

/** Pi: `AssistantMessageEvent` in pi-ai `types.ts`. */
export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | { type: "text_start" | "thinking_start" | "toolcall_start"; contentIndex: number; partial: AssistantMessage }
  | {
      type: "text_delta" | "thinking_delta" | "toolcall_delta";
      contentIndex: number;
      delta: string;
      partial: AssistantMessage;
    }
  | { type: "text_end" | "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: "done"; reason: "stop" | "length" | "toolUse"; message: AssistantMessage }
  | { type: "error"; reason: "error" | "aborted"; error: AssistantMessage };

/** What a stream function returns. Pi: `AssistantMessageEventStream` in pi-ai `utils/event-stream.ts`, as it is read. */
export type ReplyStream = AsyncIterable<AssistantMessageEvent> & { result(): Promise<AssistantMessage> };

/** What a scripted reply tells of the model it is asked as. Pi: `Model` in pi-ai `types.ts`. */
export type AnyModel = { id: string; api: string; provider: string };

/** Pi: `Context` in pi-ai `types.ts`. */
export type AnyContext = Loose<Pick<AnyRequest, "messages" | "tools" | "systemPrompt">>;

/** Pi: `SimpleStreamOptions` in pi-ai `types.ts`. */
export type AnyStreamOptions = Loose<{ signal?: AbortSignal; apiKey?: string; reasoning?: string }>;
