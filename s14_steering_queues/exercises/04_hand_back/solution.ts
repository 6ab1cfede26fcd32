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
      // A run that was stopped asks once more before it ends; what is taken then nobody answers.
      getSteeringMessages: async () => (controller.signal.aborted ? [] : steering.drain()),
      getFollowUpMessages: async () => (controller.signal.aborted ? [] : followUp.drain()),
    },
    signal: controller.signal,
    stop() {
      controller.abort();
      return [...all(steering), ...all(followUp)];
    },
  };
}

/** A queue may hand over one at a time. */
function all(queue: MessageQueue): AgentMessage[] {
  const next = queue.drain();
  return next.length === 0 ? [] : [...next, ...all(queue)];
}
