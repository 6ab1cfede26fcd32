import type { AgentEventSink } from "./events.ts";
import type { ToolCall } from "./messages.ts";
import type { AgentToolResult } from "./tools.ts";

/** Passes on how far one tool has come, until it has ended. Pi: inside `executePreparedToolCall` in `agent-loop.ts`. */
export class ToolUpdates {
  readonly #emit: AgentEventSink;
  readonly #toolCall: ToolCall;
  /** What the events' listeners still do. */
  readonly #underway: Promise<void>[] = [];
  #open = true;

  constructor(emit: AgentEventSink, toolCall: ToolCall) {
    this.#emit = emit;
    this.#toolCall = toolCall;
  }

  /** Handed to the tool. It does not wait: a tool's progress does not depend on who is listening. */
  readonly onUpdate = (partialResult: AgentToolResult): void => {
    if (!this.#open) return;
    const told = this.#tell(partialResult);
    // Until `close` nobody waits for it, and a rejection that nobody handles would end the process.
    told.catch(() => {});
    this.#underway.push(told);
  };

  /** From here on updates are ignored. Resolves when all listeners are done; rejects with what one of them throws. */
  close(): Promise<unknown> {
    this.#open = false;
    return Promise.all(this.#underway);
  }

  /** What a listener throws at once goes the same way as what it throws later: to `close`, not into the tool. */
  #tell(partialResult: AgentToolResult): Promise<void> {
    const { id: toolCallId, name: toolName, arguments: args } = this.#toolCall;
    try {
      return Promise.resolve(this.#emit({ type: "tool_execution_update", toolCallId, toolName, args, partialResult }));
    } catch (error) {
      return Promise.reject(error);
    }
  }
}
