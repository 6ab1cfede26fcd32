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
    void [budget, costOf];
    return messages;
  };
}
