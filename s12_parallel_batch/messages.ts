/** Why a reply ended; "pending" while it is being made. Pi: `StopReason` in pi-ai `types.ts`. */
export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted";

export type TextContent = { type: "text"; text: string };

/**
 * What the model thought before it spoke. The core keeps it and sends it back, and never looks inside. Some providers
 * take a thought back only with the signature that they gave it.
 */
export type ThinkingContent = { type: "thinking"; thinking: string; thinkingSignature?: string };

/** `data` is base64. Pi: `ImageContent` in pi-ai `types.ts`. */
export type ImageContent = { type: "image"; data: string; mimeType: string };

/** A request to run a tool; `id` pairs it with its result. Pi: `ToolCall` in pi-ai `types.ts`. */
export type ToolCall = { type: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };

/** Tokens, and what they cost in dollars. Pi: `Usage` in pi-ai `types.ts`. */
export type Usage = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
};

/** `timestamp`, here and below: milliseconds since 1970. */
export type UserMessage = { role: "user"; content: string | (TextContent | ImageContent)[]; timestamp: number };

/** One reply, block by block, and where it came from. Pi: `AssistantMessage` in pi-ai `types.ts`. */
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

/** What came of one tool call, paired with it by `toolCallId`. Pi: `ToolResultMessage` in pi-ai `types.ts`. */
export type ToolResultMessage = {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  /** For a screen or a log. It travels with the message, but no adapter shows it to the model. */
  details?: unknown;
  /** What the tool itself used, when it asks a model. */
  usage?: Usage | undefined;
  /** Tools that are there from this result on. */
  addedToolNames?: string[];
  isError: boolean;
  timestamp: number;
};

/** One entry of the transcript. Pi: `Message` in pi-ai `types.ts`. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;
