import type { Run } from "#s10/context.ts";
import { executeToolCalls } from "#s10/execute.ts";
import type { AssistantMessage, ToolResultMessage } from "#s10/messages.ts";
import { failTruncatedToolCalls } from "#s10/truncated.ts";

/** `answerToolCalls` of s10 with one fault, which looks like thrift. */
export async function answerToolCalls(run: Run, message: AssistantMessage): Promise<ToolResultMessage[]> {
  const toolCalls = message.content.filter((block) => block.type === "toolCall");
  if (message.stopReason === "length") {
    // The reply broke off in its last call; those before it are whole.
    const results = await executeToolCalls(run, message, toolCalls.slice(0, -1));
    return [...results, ...(await failTruncatedToolCalls(run, toolCalls.slice(-1)))];
  }
  return executeToolCalls(run, message, toolCalls);
}
