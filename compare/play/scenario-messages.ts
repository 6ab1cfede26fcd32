/** A block of what a user says or a tool returns. */
export type ScenarioBlock = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

/** A message of an earlier run, without what only Pi writes down: where it came from, and when. */
export type KeptMessage =
  | { role: "user"; content: string | ScenarioBlock[] }
  | { role: "assistant"; content: KeptReplyBlock[]; stopReason: "stop" | "error" | "toolUse"; errorMessage?: string }
  | {
      role: "toolResult";
      toolCallId: string;
      toolName: string;
      content: ScenarioBlock[];
      details?: unknown;
      isError: boolean;
    };

type KeptReplyBlock =
  | { type: "text"; text: string }
  | { type: "thinking"; thinking: string }
  | { type: "toolCall"; id: string; name: string; arguments: Record<string, unknown> };
