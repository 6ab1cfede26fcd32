import type { Tool, ToolRegistry } from "#s02/tools.ts";

/**
 * Registers all tools of a plugin, in order. When the registry refuses one, throws what it threw, and the registry is
 * as it was before.
 */
export function registerAll(registry: ToolRegistry, tools: readonly Tool[]): void {
  const done: string[] = [];
  try {
    for (const tool of tools) {
      registry.register(tool);
      done.push(tool.spec.name);
    }
  } catch (error) {
    // Only what came in just now: the name that was taken belongs to somebody else.
    for (const name of done) registry.unregister(name);
    throw error;
  }
}
