import type { ToolHooks } from "#s05/hooks.ts";

/**
 * Two sets of hooks as one: both before hooks are asked, `first` first, and one that refuses or throws has the last
 * word; the result goes through both after hooks, `first` first. Either set may leave a place empty.
 */
export function both(first: ToolHooks, second: ToolHooks): ToolHooks {
  return { ...first, ...second };
}
