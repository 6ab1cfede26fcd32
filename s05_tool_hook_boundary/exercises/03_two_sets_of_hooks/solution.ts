import type { ToolHooks } from "#s05/hooks.ts";

/**
 * Two sets of hooks as one: both before hooks are asked, `first` first, and one that refuses or throws has the last
 * word; the result goes through both after hooks, `first` first. Either set may leave a place empty.
 */
export function both(first: ToolHooks, second: ToolHooks): ToolHooks {
  return {
    beforeToolCall(call) {
      const answer = first.beforeToolCall?.(call) ?? { type: "allow" };
      if (answer.type !== "allow") return answer;
      return second.beforeToolCall?.(call) ?? { type: "allow" };
    },
    afterToolCall(call, result) {
      const marked = first.afterToolCall ? first.afterToolCall(call, result) : result;
      return second.afterToolCall ? second.afterToolCall(call, marked) : marked;
    },
  };
}
