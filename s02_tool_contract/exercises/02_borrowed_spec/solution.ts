import type { Tool, ToolCall, ToolSpec } from "#s02/tools.ts";

/** The registry of s02: it keeps a copy of what it is given, and gives away copies. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  /** Throws when the name is taken, or when the spec holds anything but data. */
  register(tool: Tool): void {
    const { name } = tool.spec;
    if (this.#tools.has(name)) throw new Error(`Tool ${name} is already registered`);
    this.#tools.set(name, { spec: structuredClone(tool.spec), handler: tool.handler });
  }

  /** Copies of all specs, in the order they were registered. */
  getSpecs(): ToolSpec[] {
    return [...this.#tools.values()].map((tool) => structuredClone(tool.spec));
  }

  /** Runs the handler that a call names and returns its result. Throws what the handler throws. */
  run(call: ToolCall): string {
    const tool = this.#tools.get(call.name);
    if (!tool) throw new Error(`Tool ${call.name} not found`);
    return tool.handler(call.arguments);
  }
}
