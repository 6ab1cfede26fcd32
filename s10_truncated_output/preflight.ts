import type { Run } from "./context.ts";
import { errorText } from "./errors.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import { createErrorToolResult, type AgentTool, type AgentToolResult } from "./tools.ts";
import { validateToolArguments } from "./validate.ts";

/** A call that may run: its tool, and the arguments that the tool will get. Pi: `PreparedToolCall` in `agent-loop.ts`. */
export type PreparedToolCall = { kind: "prepared"; toolCall: ToolCall; tool: AgentTool; args: unknown };

/** A call that has its result without having run. Pi: `ImmediateToolCallOutcome` in `agent-loop.ts`. */
export type ImmediateToolCallOutcome = { kind: "immediate"; result: AgentToolResult; isError: boolean };

/**
 * Takes a call through the gates: look-up → `prepareArguments` → copy, convert, validate → `beforeToolCall`. Whichever
 * gate holds it back, it leaves with an error result; never rejects. Pi: `prepareToolCall` in `agent-loop.ts`.
 */
export async function prepareToolCall(
  { context, config }: Run,
  assistantMessage: AssistantMessage,
  toolCall: ToolCall,
): Promise<PreparedToolCall | ImmediateToolCallOutcome> {
  const tool = context.tools?.find(({ name }) => name === toolCall.name);
  if (!tool) return refusal(`Tool ${toolCall.name} not found`);
  try {
    const args = validateToolArguments(tool, withPreparedArguments(tool, toolCall));
    const told = { assistantMessage, toolCall, args, context };
    const decision = config.beforeToolCall ? await config.beforeToolCall(told) : undefined;
    if (decision?.block) return refusal(decision.reason || "Tool execution was blocked");
    return { kind: "prepared", toolCall, tool, args };
  } catch (error) {
    return refusal(errorText(error));
  }
}

/** Pi: `prepareToolCallArguments` in `agent-loop.ts`. */
function withPreparedArguments(tool: AgentTool, toolCall: ToolCall): ToolCall {
  if (!tool.prepareArguments) return toolCall;
  return { ...toolCall, arguments: tool.prepareArguments(toolCall.arguments) as ToolCall["arguments"] };
}

function refusal(message: string): ImmediateToolCallOutcome {
  return { kind: "immediate", result: createErrorToolResult(message), isError: true };
}
