import type { Run } from "#s10/context.ts";
import { executeToolCalls } from "#s10/execute.ts";
import type { AssistantMessage, ToolResultMessage } from "#s10/messages.ts";
import { failTruncatedToolCalls } from "#s10/truncated.ts";

/** `answerToolCalls` of s10: of a reply that was cut off, no call runs. */
export async function answerToolCalls(run: Run, message: AssistantMessage): Promise<ToolResultMessage[]> {
  const toolCalls = message.content.filter((block) => block.type === "toolCall");
  if (message.stopReason === "length") return failTruncatedToolCalls(run, toolCalls);
  return executeToolCalls(run, message, toolCalls);
}
