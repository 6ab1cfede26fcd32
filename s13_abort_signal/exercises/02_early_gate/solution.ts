import type { Run } from "#s13/context.ts";
import { errorText } from "#s13/errors.ts";
import type { AssistantMessage, ToolCall } from "#s13/messages.ts";
import type { ImmediateToolCallOutcome, PreparedToolCall } from "#s13/preflight.ts";
import { createErrorToolResult } from "#s13/tools.ts";
import { validateToolArguments } from "#s13/validate.ts";

/** `prepareToolCall` of s13, for tools without `prepareArguments`: nobody is asked in vain, and no abort is missed. */
export async function prepareToolCall(
  { context, config, signal }: Run,
  assistantMessage: AssistantMessage,
  toolCall: ToolCall,
): Promise<PreparedToolCall | ImmediateToolCallOutcome> {
  const tool = context.tools?.find(({ name }) => name === toolCall.name);
  if (!tool) return refusal(`Tool ${toolCall.name} not found`);
  try {
    const args = validateToolArguments(tool, toolCall);
    if (signal?.aborted) return refusal("Operation aborted");
    const decision = await config.beforeToolCall?.({ assistantMessage, toolCall, args, context }, signal);
    // Asking is where the time goes, so this is when an abort most likely came.
    if (signal?.aborted) return refusal("Operation aborted");
    if (decision?.block) return refusal(decision.reason || "Tool execution was blocked");
    return { kind: "prepared", toolCall, tool, args };
  } catch (error) {
    return refusal(errorText(error));
  }
}

function refusal(message: string): ImmediateToolCallOutcome {
  return { kind: "immediate", result: createErrorToolResult(message), isError: true };
}
