import type { AgentLoopConfig, AgentMessage } from "#s15/context.ts";

/**
 * A `transformContext`: chooses the newest messages whose costs add up to `budget` at most, in their order and without a
 * gap. A reply and its results are one piece. The newest piece that costs anything is chosen whatever it costs: the
 * model must have something to answer. What costs nothing is not shown to the model.
 */
export function within(
  budget: number,
  costOf: (message: AgentMessage) => number,
): NonNullable<AgentLoopConfig["transformContext"]> {
  return async (messages) => {
    let start = messages.length;
    let spent = 0;
    let cost = 0;
    for (let at = messages.length - 1; at >= 0; at--) {
      const message = messages[at];
      if (!message) break;
      cost += costOf(message);
      // A piece is whole once its reply is there.
      if (message.role === "toolResult") continue;
      if (spent > 0 && spent + cost > budget) break;
      spent += cost;
      cost = 0;
      start = at;
    }
    return messages.slice(start);
  };
}
