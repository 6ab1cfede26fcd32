import type { Message } from "#s04/messages.ts";
import type { ToolCall } from "#s04/tools.ts";

/** A call, and the text of its result; undefined when it has none. */
export type Pair = { call: ToolCall; result: string | undefined };

/**
 * Every call of a transcript with its own result, in the order of the calls. A result belongs to a call of the nearest
 * assistant message before it, the one with the same id; ids may come again in a later message.
 */
export function pairsOf(messages: readonly Message[]): Pair[] {
  const results = messages.filter((message) => message.role === "toolResult");
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  return calls.map((call) => ({ call, result: results[0]?.content }));
}
