import type { Message } from "#s04/messages.ts";
import type { ToolCall } from "#s04/tools.ts";

/** A call, and the text of its result; undefined when it has none. */
export type Pair = { call: ToolCall; result: string | undefined };

/**
 * Every call of a transcript with its own result, in the order of the calls. A result belongs to a call of the nearest
 * assistant message before it, the one with the same id; ids may come again in a later message.
 */
export function pairsOf(messages: readonly Message[]): Pair[] {
  const pairs: Pair[] = [];
  let newest: Pair[] = [];
  for (const message of messages) {
    if (message.role === "assistant") {
      newest = (message.toolCalls ?? []).map((call) => ({ call, result: undefined }));
      pairs.push(...newest);
    } else if (message.role === "toolResult") {
      const asked = newest.find(({ call }) => call.id === message.toolCallId);
      if (asked) asked.result = message.content;
    }
  }
  return pairs;
}
