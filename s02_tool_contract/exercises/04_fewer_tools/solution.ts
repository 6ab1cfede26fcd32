import { ToolRegistry } from "#s02/tools.ts";

/**
 * A registry for a run that may use some tools only: it shows and runs the tools of `full` that `allowed` names, and
 * knows no others. A name that `full` does not know is left out. `full` stays as it is.
 */
export function restricted(full: ToolRegistry, allowed: readonly string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const spec of full.getSpecs().filter(({ name }) => allowed.includes(name))) {
    // The handlers are out of reach, and need not be within it: `full` runs them.
    registry.register({ spec, handler: (args) => full.run({ id: "", name: spec.name, arguments: args }) });
  }
  return registry;
}
