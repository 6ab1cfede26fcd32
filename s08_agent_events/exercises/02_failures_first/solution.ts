import type { Run } from "#s08/context.ts";
import { emitMessage } from "#s08/events.ts";
import { executeToolCall } from "#s08/execute.ts";
import type { AssistantMessage, ToolResultMessage } from "#s08/messages.ts";
import { streamAssistantResponse } from "#s08/reply.ts";
import { createToolResultMessage } from "#s08/tools.ts";

/**
 * `runTurn` of s08: one reply, and a result for each call of it. Results, failed or not, wait for the end of the reply
 * that they answer.
 */
export async function runTurn(run: Run): Promise<{ message: AssistantMessage; toolResults: ToolResultMessage[] }> {
  const toolResults: ToolResultMessage[] = [];
  const message = await streamAssistantResponse(run, async (call) => {
    toolResults.push(createToolResultMessage(await executeToolCall(run, call)));
  });
  run.newMessages.push(message);
  for (const result of toolResults) await emitMessage(run.emit, result);
  run.context.messages.push(...toolResults);
  run.newMessages.push(...toolResults);
  return { message, toolResults };
}
