import type { ToolHooks } from "#s06/hooks.ts";
import { takeTurnSnapshot } from "#s06/snapshot.ts";
import type { ToolRegistry, ToolSpec } from "#s06/tools.ts";

/**
 * For agents whose tools are taken away because they are dangerous: a call whose tool is no longer in `registry` as the
 * model was shown it in this turn, by name and description, is blocked. Hand both parts to one run of the loop.
 */
export function strictly(registry: ToolRegistry): { hooks: ToolHooks; takeSnapshot: typeof takeTurnSnapshot } {
  let shown: ToolSpec[] = [];
  const descriptionIn = (specs: ToolSpec[], wanted: string) => specs.find(({ name }) => name === wanted)?.description;
  return {
    takeSnapshot(state, current) {
      const snapshot = takeTurnSnapshot(state, current);
      shown = snapshot.tools.getSpecs();
      return snapshot;
    },
    hooks: {
      beforeToolCall({ name }) {
        const then = descriptionIn(shown, name);
        // Never shown: the snapshot does not have it, and the model is to read that.
        if (then === undefined || then === descriptionIn(registry.getSpecs(), name)) return { type: "allow" };
        return { type: "block", reason: `Tool ${name} was taken away or replaced in this turn` };
      },
    },
  };
}
