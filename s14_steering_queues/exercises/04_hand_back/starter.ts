import type { AgentLoopConfig, AgentMessage } from "#s14/context.ts";
import type { MessageQueue } from "#s14/queues.ts";

type Stoppable = {
  /** Spread into the config of the run. */
  config: Pick<AgentLoopConfig, "getSteeringMessages" | "getFollowUpMessages">;
  /** The signal of the run. */
  signal: AbortSignal;
  /** Stops the run. What still waits comes back, steering first, for the user to say again or not. */
  stop: () => AgentMessage[];
};

/**
 * One run on these queues. Once it is stopped it hears no more: what waits is handed back by `stop`, and what is said
 * later waits for the next run.
 */
export function stoppable(steering: MessageQueue, followUp: MessageQueue): Stoppable {
  const controller = new AbortController();
  return {
    config: {
      getSteeringMessages: async () => steering.drain(),
      getFollowUpMessages: async () => followUp.drain(),
    },
    signal: controller.signal,
    stop() {
      controller.abort();
      return [];
    },
  };
}
