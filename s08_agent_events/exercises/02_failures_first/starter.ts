import type { Run } from "#s08/context.ts";
import { emitMessage } from "#s08/events.ts";
import { executeToolCall } from "#s08/execute.ts";
import type { AssistantMessage, ToolResultMessage } from "#s08/messages.ts";
import { streamAssistantResponse } from "#s08/reply.ts";
import { createToolResultMessage } from "#s08/tools.ts";

/**
 * `runTurn` of s08 with one fault, which looks like care: one reply, and a result for each call of it. The default case
 * does not show it.
 */
export async function runTurn(run: Run): Promise<{ message: AssistantMessage; toolResults: ToolResultMessage[] }> {
  const toolResults: ToolResultMessage[] = [];
  const message = await streamAssistantResponse(run, async (call) => {
    const result = createToolResultMessage(await executeToolCall(run, call));
    // A failure is urgent: whoever watches the screen is told at once.
    if (result.isError) await emitMessage(run.emit, result);
    toolResults.push(result);
  });
  run.newMessages.push(message);
  for (const result of toolResults) {
    if (!result.isError) await emitMessage(run.emit, result);
  }
  run.context.messages.push(...toolResults);
  run.newMessages.push(...toolResults);
  return { message, toolResults };
}
