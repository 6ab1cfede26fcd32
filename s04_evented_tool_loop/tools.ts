/** What the model is shown of a tool: plain data, nothing that runs. Pi: `Tool` in pi-ai `types.ts`. */
export type ToolSpec = { name: string; description: string };

/** What the core runs. Throws when it fails. Pi: `execute` of `AgentTool` in `types.ts`. */
export type ToolHandler = (args: Record<string, unknown>) => string;

export type Tool = { spec: ToolSpec; handler: ToolHandler };

/** A request to run a tool; `id` pairs it with its result. Pi: `ToolCall` in pi-ai `types.ts`. */
export type ToolCall = { id: string; name: string; arguments: Record<string, unknown> };

/**
 * The tools of one agent: specs go out, handlers stay in.
 *
 * Pi has no registry: its loop reads `AgentContext.tools`, an array, and finds a tool by name (`prepareToolCall`).
 */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  /** Throws when the name is taken, or when the spec holds anything but data. */
  register(tool: Tool): void {
    const { name } = tool.spec;
    if (this.#tools.has(name)) throw new Error(`Tool ${name} is already registered`);
    this.#tools.set(name, { spec: structuredClone(tool.spec), handler: tool.handler });
  }

  /** Takes a tool away; false when there was none of that name. */
  unregister(name: string): boolean {
    return this.#tools.delete(name);
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
