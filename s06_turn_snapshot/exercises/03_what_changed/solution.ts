import { takeTurnSnapshot } from "#s06/snapshot.ts";
import type { ToolSpec } from "#s06/tools.ts";

/** Names of tools, in the order in which the model is shown them; `removed` in the order in which it was. */
export type Changes = { added: string[]; removed: string[]; changed: string[] };

/**
 * A `takeSnapshot` for one run: takes the snapshot of the chapter, and tells what the model will see that it did not see
 * the turn before. `changed` is a name that stayed with another description. Tells nothing in the first turn, nor where
 * nothing changed.
 */
export function reporting(tell: (changes: Changes) => void): typeof takeTurnSnapshot {
  let before: ToolSpec[] | undefined;
  return (state, registry) => {
    const snapshot = takeTurnSnapshot(state, registry);
    const now = snapshot.tools.getSpecs();
    if (before) {
      const changes = compare(before, now);
      if (Object.values(changes).some((names) => names.length > 0)) tell(changes);
    }
    before = now;
    return snapshot;
  };
}

function compare(before: ToolSpec[], now: ToolSpec[]): Changes {
  const was = new Map(before.map(({ name, description }) => [name, description]));
  const is = new Set(now.map(({ name }) => name));
  const names = (specs: ToolSpec[]) => specs.map(({ name }) => name);
  return {
    added: names(now.filter(({ name }) => !was.has(name))),
    removed: names(before.filter(({ name }) => !is.has(name))),
    changed: names(now.filter(({ name, description }) => was.has(name) && was.get(name) !== description)),
  };
}
