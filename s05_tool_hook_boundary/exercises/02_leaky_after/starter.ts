import { errorText } from "#s05/errors.ts";
import type { ToolHooks } from "#s05/hooks.ts";
import type { ToolResultMessage } from "#s05/messages.ts";
import type { ToolCall, ToolRegistry } from "#s05/tools.ts";

/** `executeToolCall` of s05 with one fault, which looks like kindness. */
export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  return { role: "toolResult", toolCallId: call.id, content: orErrorText(() => throughHooks(registry, hooks, call)) };
}

function throughHooks(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): string {
  const before = hooks.beforeToolCall?.(call) ?? { type: "allow" };
  if (before.type !== "allow") return `blocked: ${before.reason}`;

  const result = orErrorText(() => registry.run(call));
  try {
    return hooks.afterToolCall ? hooks.afterToolCall(call, result) : result;
  } catch {
    return result;
  }
}

function orErrorText(produce: () => string): string {
  try {
    const text = produce();
    if (typeof text !== "string") throw new Error("no text was returned");
    return text;
  } catch (error) {
    return `error: ${errorText(error)}`;
  }
}
