/** Why a reply ended. Pi: `StopReason` in pi-ai `types.ts`. */
export type StopReason = "stop" | "error" | "toolUse";

export type TextContent = { type: "text"; text: string };

/** What the model thought before it spoke. The core keeps it and sends it back, and never looks inside. */
export type ThinkingContent = { type: "thinking"; thinking: string };

/** `data` is base64. Pi: `ImageContent` in pi-ai `types.ts`. */
export type ImageContent = { type: "image"; data: string; mimeType: string };

/** A request to run a tool; `id` pairs it with its result. Pi: `ToolCall` in pi-ai `types.ts`. */
export type ToolCall = { type: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };

export type UserMessage = { role: "user"; content: string | (TextContent | ImageContent)[] };

/** One reply of the provider, block by block in the order it was made. Pi: `AssistantMessage` in pi-ai `types.ts`. */
export type AssistantMessage = {
  role: "assistant";
  content: (TextContent | ThinkingContent | ToolCall)[];
  stopReason: StopReason;
  errorMessage?: string;
};

/** What came of one tool call, paired with it by `toolCallId`. Pi: `ToolResultMessage` in pi-ai `types.ts`. */
export type ToolResultMessage = {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  /** For a screen or a log. It travels with the message, but no adapter shows it to the model. */
  details?: unknown;
  isError: boolean;
};

/** One entry of the transcript. Pi: `Message` in pi-ai `types.ts`. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;
