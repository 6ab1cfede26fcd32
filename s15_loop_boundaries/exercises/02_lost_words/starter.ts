import { newest } from "#s15/cases.ts";
import type { AgentLoopConfig } from "#s15/context.ts";
import { userMessage } from "#shared/props.ts";

/**
 * The policy of the case `next-turn-context`, with one fault: once there are more than `most` messages, a summary takes
 * the place of all but the newest.
 */
export function compacting(most: number): NonNullable<AgentLoopConfig["prepareNextTurn"]> {
  return ({ context }) => {
    const { messages } = context;
    if (messages.length <= most) return undefined;
    const old = messages.length - newest(messages, 2).length;
    messages.splice(0, old, userMessage(`（前面 ${old} 条的摘要）`));
    return { context };
  };
}
