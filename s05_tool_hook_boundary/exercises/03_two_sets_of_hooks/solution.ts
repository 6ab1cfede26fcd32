import type { ToolHooks } from "#s05/hooks.ts";

/**
 * Two sets of hooks as one: the before hook of `first` is asked, and that of `second` only once it has allowed the call;
 * anything but "allow" refuses. The result goes through both after hooks, `first` first. Either set may leave a place
 * empty.
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
