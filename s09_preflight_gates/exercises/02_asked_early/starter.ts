import type { Run } from "#s09/context.ts";
import { errorText } from "#s09/errors.ts";
import type { AssistantMessage, ToolCall } from "#s09/messages.ts";
import type { ImmediateToolCallOutcome, PreparedToolCall } from "#s09/preflight.ts";
import { createErrorToolResult, type AgentTool } from "#s09/tools.ts";
import { validateToolArguments } from "#s09/validate.ts";

/** `prepareToolCall` of s09 with one fault, which makes the case `mutated` read as far as it should. */
export async function prepareToolCall(
  { context, config }: Run,
  assistantMessage: AssistantMessage,
  toolCall: ToolCall,
): Promise<PreparedToolCall | ImmediateToolCallOutcome> {
  const tool = context.tools?.find(({ name }) => name === toolCall.name);
  if (!tool) return refusal(`Tool ${toolCall.name} not found`);
  try {
    // Asked first, so that what the hook changes in the arguments is validated too.
    const told = { assistantMessage, toolCall, args: toolCall.arguments, context };
    const decision = config.beforeToolCall ? await config.beforeToolCall(told) : undefined;
    if (decision?.block) return refusal(decision.reason || "Tool execution was blocked");
    const args = validateToolArguments(tool, withPreparedArguments(tool, toolCall));
    return { kind: "prepared", toolCall, tool, args };
  } catch (error) {
    return refusal(errorText(error));
  }
}

function withPreparedArguments(tool: AgentTool, toolCall: ToolCall): ToolCall {
  if (!tool.prepareArguments) return toolCall;
  return { ...toolCall, arguments: tool.prepareArguments(toolCall.arguments) as ToolCall["arguments"] };
}

function refusal(message: string): ImmediateToolCallOutcome {
  return { kind: "immediate", result: createErrorToolResult(message), isError: true };
}
