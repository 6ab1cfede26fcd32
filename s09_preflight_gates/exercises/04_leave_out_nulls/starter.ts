import type { AgentTool } from "#s09/tools.ts";

/**
 * The same tool, which takes `null` for "not given": a field of its arguments that is `null` is left out when the
 * schema neither requires it nor allows it to be `null`; one that the schema does not mention stays. No field is described
 * by a `$ref`. What the tool prepared before, it still prepares.
 */
export function withoutNulls(tool: AgentTool): AgentTool {
  return tool;
}
