import type { AgentEventSink } from "#s10/events.ts";

/**
 * A sink that hands each event to `emit`, and waits for it. Of a reply that ran into the output limit with calls in it,
 * it tells `say` the names of those calls, in order: once, when the reply is there and before any of them is handled.
 */
export function tellingOfVoidCalls(emit: AgentEventSink, say: (names: string[]) => void): AgentEventSink {
  return async (event) => {
    await emit(event);
    if (event.type === "tool_execution_end" && event.isError) say([event.toolName]);
  };
}
