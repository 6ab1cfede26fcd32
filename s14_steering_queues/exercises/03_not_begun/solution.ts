import type { AgentLoopConfig, AgentMessage } from "#s14/context.ts";
import { MessageQueue } from "#s14/queues.ts";

type Attentive = {
  /** The user says something while a run goes on. */
  steer: (message: AgentMessage) => void;
  /** Spread into the config of the run. */
  config: Pick<AgentLoopConfig, "getSteeringMessages" | "beforeToolCall">;
};

/**
 * Steering that comes sooner: as long as something waits to be heard, no further call is begun. Such a call is blocked
 * with "Skipped: the user has just said something". All that waits is handed over at once.
 */
export function attentive(): Attentive {
  const queue = new MessageQueue("all");
  let isWaiting = false;
  return {
    steer(message) {
      queue.enqueue(message);
      isWaiting = true;
    },
    config: {
      async getSteeringMessages() {
        isWaiting = false;
        return queue.drain();
      },
      // Every blocked call has a result, so the transcript stays paired, and the model reads why.
      beforeToolCall: async () =>
        isWaiting ? { block: true, reason: "Skipped: the user has just said something" } : undefined,
    },
  };
}
