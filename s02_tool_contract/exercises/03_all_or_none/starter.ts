import type { Tool, ToolRegistry } from "#s02/tools.ts";

/**
 * Registers all tools of a plugin, in order. When the registry refuses one, throws what it threw, and the registry is
 * as it was before.
 */
export function registerAll(registry: ToolRegistry, tools: readonly Tool[]): void {
  for (const tool of tools) registry.register(tool);
}
