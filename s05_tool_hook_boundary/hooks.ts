import { errorText } from "./errors.ts";
import type { ToolResultMessage } from "./messages.ts";
import type { ToolCall, ToolRegistry } from "./tools.ts";

/** What a before hook decides. Pi: `BeforeToolCallResult` in `types.ts`, which says `{ block, reason }` (from s09 on here too). */
export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };

/** Two places to plug in; both may be left empty. Pi: `beforeToolCall`, `afterToolCall` of `AgentLoopConfig`. */
export type ToolHooks = {
  /** Asked before the handler runs. Throwing refuses the call. */
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  /** Given what the handler returned, or the text of its error; returns what the model will read instead. */
  afterToolCall?: (call: ToolCall, result: string) => string;
};

/**
 * Executes one call: before → run → after. Always returns a result, never throws.
 *
 * A blocked call goes through neither handler nor after hook. A hook that throws takes the place of the result:
 * what an after hook failed to clean must not get out.
 *
 * Pi: `prepareToolCall`, `executePreparedToolCall` and `finalizeExecutedToolCall` in `agent-loop.ts`.
 */
export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  return { role: "toolResult", toolCallId: call.id, content: orErrorText(() => throughHooks(registry, hooks, call)) };
}

function throughHooks(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): string {
  const before = hooks.beforeToolCall?.(call) ?? { type: "allow" };
  // Only "allow", or nothing at all, lets the call through; whatever else a hook returns is a refusal.
  if (before.type !== "allow") return `blocked: ${before.reason}`;

  const result = orErrorText(() => registry.run(call));
  return hooks.afterToolCall ? hooks.afterToolCall(call, result) : result;
}

/** The text that `produce` returns, or the text of what it threw. */
function orErrorText(produce: () => string): string {
  try {
    const text = produce();
    // No type checker runs before a case does: what is async would hand over a promise.
    if (typeof text !== "string") throw new Error("no text was returned");
    return text;
  } catch (error) {
    return `error: ${errorText(error)}`;
  }
}
