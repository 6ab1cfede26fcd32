import { isDeepStrictEqual } from "node:util";
import type { AgentLoopConfig } from "#s15/context.ts";
import type { AssistantMessage } from "#s15/messages.ts";

/**
 * A `shouldStopAfterTurn`: ends a run that goes in circles, when each of its newest `times` replies asked for the very
 * same calls: same tools, same arguments, whatever the order of their keys. A reply without calls breaks the row. One
 * policy may serve several runs; each begins anew.
 */
export function stopWhenRepeating(times: number): NonNullable<AgentLoopConfig["shouldStopAfterTurn"]> {
  return ({ message, newMessages }) => {
    const wanted = askedBy(message);
    if (wanted.length === 0) return false;
    const replies = newMessages.filter(({ role }) => role === "assistant").slice(-times) as AssistantMessage[];
    return replies.length === times && replies.every((reply) => isDeepStrictEqual(askedBy(reply), wanted));
  };
}

/** What a reply asked for; each call has an id of its own, so ids do not count. */
function askedBy({ content }: AssistantMessage): [string, Record<string, unknown>][] {
  return content.flatMap((block) => (block.type === "toolCall" ? [[block.name, block.arguments]] : []));
}
