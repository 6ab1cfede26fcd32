import { newest } from "#s15/cases.ts";
import type { AgentLoopConfig } from "#s15/context.ts";
import { userMessage } from "#shared/props.ts";

/**
 * The policy of the case `next-turn-context`: once there are more than `most` messages, a summary takes the place of all
 * but the newest.
 */
export function compacting(most: number): NonNullable<AgentLoopConfig["prepareNextTurn"]> {
  return ({ context }) => {
    const { messages } = context;
    if (messages.length <= most) return undefined;
    const kept = newest(messages, 2);
    const summary = userMessage(`（前面 ${messages.length - kept.length} 条的摘要）`);
    // An array of its own: the run may be working on the caller's.
    return { context: { ...context, messages: [summary, ...kept] } };
  };
}
