import type { ToolCall } from "./tools.ts";

/** Why a reply ended. Pi: `StopReason` in pi-ai `types.ts`. */
export type StopReason = "stop" | "error" | "toolUse";

export type UserMessage = { role: "user"; content: string };

/** One reply of the provider. `errorMessage` says why when `stopReason` is "error". Pi: `AssistantMessage`. */
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  errorMessage?: string;
  /** The calls of this reply, in the order they were made; absent when there are none. */
  toolCalls?: ToolCall[];
};

/** What came of one tool call, paired with it by `toolCallId`. Pi: `ToolResultMessage` in pi-ai `types.ts`. */
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };

/** One entry of the transcript. Pi: `Message` in pi-ai `types.ts`. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;
