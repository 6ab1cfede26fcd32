import type { AgentMessage } from "./context.ts";

/** How much of a queue is handed over at once. Pi: `QueueMode` in `types.ts`. */
export type QueueMode = "all" | "one-at-a-time";

/**
 * What the user said while the agent was busy. The loop only asks for it; whoever keeps the queue decides how much it
 * gets: `getSteeringMessages: async () => queue.drain()`.
 *
 * Pi: `PendingMessageQueue` in `agent.ts`.
 */
export class MessageQueue {
  readonly #mode: QueueMode;
  readonly #waiting: AgentMessage[] = [];

  constructor(mode: QueueMode) {
    this.#mode = mode;
  }

  enqueue(message: AgentMessage): void {
    this.#waiting.push(message);
  }

  /** Takes out what goes next: everything, or the oldest message alone; empty when nothing waits. */
  drain(): AgentMessage[] {
    return this.#waiting.splice(0, this.#mode === "all" ? this.#waiting.length : 1);
  }
}
