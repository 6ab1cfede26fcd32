import type { AssistantMessage, Message, ToolResultMessage } from "./messages.ts";

/** The transcript of s04 to s06: content as one string, calls beside it, failures marked by a prefix. */
export type OldMessage =
  | { role: "user"; content: string }
  | {
      role: "assistant";
      content: string;
      stopReason: AssistantMessage["stopReason"];
      errorMessage?: string;
      toolCalls?: { id: string; name: string; arguments: Record<string, unknown> }[];
    }
  | { role: "toolResult"; toolCallId: string; content: string };

/**
 * An old transcript in blocks. A result keeps its text; that it began with `error: ` or `blocked: ` is all there is
 * to tell a failure by, so an honest result that begins so is taken for one.
 *
 * The name of a result's tool is read from the call that it answers; "" where there is no such call.
 */
export function upgradeTranscript(old: readonly OldMessage[]): Message[] {
  let unanswered: { id: string; name: string }[] = [];
  return old.map((message) => {
    switch (message.role) {
      case "user":
        return message;
      case "assistant":
        unanswered = [...(message.toolCalls ?? [])];
        return upgradeReply(message);
      case "toolResult": {
        // Ids may come again, in a later reply or in the same one: the first call that still waits is meant.
        const at = unanswered.findIndex((call) => call.id === message.toolCallId);
        const [call] = at < 0 ? [] : unanswered.splice(at, 1);
        return upgradeResult(message, call?.name ?? "");
      }
    }
  });
}

function upgradeReply(old: Extract<OldMessage, { role: "assistant" }>): AssistantMessage {
  const { content, toolCalls = [], ...kept } = old;
  const text = content === "" ? [] : [{ type: "text" as const, text: content }];
  // Whether text stood before or after a call is lost; before is where models put it.
  return { ...kept, content: [...text, ...toolCalls.map((call) => ({ type: "toolCall" as const, ...call }))] };
}

function upgradeResult(old: Extract<OldMessage, { role: "toolResult" }>, toolName: string): ToolResultMessage {
  const isError = /^(error|blocked): /.test(old.content);
  return { ...old, toolName, content: [{ type: "text", text: old.content }], details: {}, isError };
}
