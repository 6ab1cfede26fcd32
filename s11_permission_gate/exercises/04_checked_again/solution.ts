import type { ArgumentRule } from "#s11/rules.ts";
import type { AgentTool } from "#s11/tools.ts";

/**
 * The same tool, which judges its arguments itself, at the last moment before it runs: one that does not pass keeps it
 * from running, and the model reads which and why. An argument that was left out is judged as undefined.
 */
export function checkedAgain(tool: AgentTool, args: Readonly<Record<string, ArgumentRule>>): AgentTool {
  return {
    ...tool,
    // No `await` between the judgement and the tool: whatever waits leaves a gap.
    async execute(toolCallId, params) {
      for (const [name, judge] of Object.entries(args)) {
        const reason = judge((params as Record<string, unknown>)[name]);
        if (reason !== undefined) throw new Error(`Argument "${name}" of "${tool.name}": ${reason}`);
      }
      return tool.execute(toolCallId, params);
    },
  };
}
