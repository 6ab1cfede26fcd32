import type { ImageContent, TextContent, ToolCall } from "./messages.ts";

/** What the model is shown of a tool: plain data, nothing that runs. Pi: `Tool` in pi-ai `types.ts`. */
export type ToolSpec = { name: string; description: string };

/** What a tool returns: blocks for the model, `details` for a screen or a log. Pi: `AgentToolResult` in `types.ts`. */
export type ToolResult = { content: (TextContent | ImageContent)[]; details: unknown };

/** What the core runs. Rejects when it fails. Pi: `execute` of `AgentTool` in `types.ts`. */
export type ToolHandler = (args: Record<string, unknown>) => Promise<ToolResult>;

export type Tool = { spec: ToolSpec; handler: ToolHandler };

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

  /** A registry of its own with the tools of now; what is registered or taken away later reaches only one of the two. */
  copy(): ToolRegistry {
    const copy = new ToolRegistry();
    for (const tool of this.#tools.values()) copy.register(tool);
    return copy;
  }

  /** Runs the handler that a call names and returns its result. Rejects with what the handler throws. */
  async run(call: ToolCall): Promise<ToolResult> {
    const tool = this.#tools.get(call.name);
    if (!tool) throw new Error(`Tool ${call.name} not found`);
    return tool.handler(call.arguments);
  }
}
