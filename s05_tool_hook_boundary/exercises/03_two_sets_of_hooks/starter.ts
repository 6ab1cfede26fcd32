import type { ToolHooks } from "#s05/hooks.ts";

/**
 * Two sets of hooks as one: the before hook of `first` is asked, and that of `second` only once it has allowed the call;
 * anything but "allow" refuses. The result goes through both after hooks, `first` first. Either set may leave a place
 * empty.
 */
export function both(first: ToolHooks, second: ToolHooks): ToolHooks {
  return { ...first, ...second };
}
