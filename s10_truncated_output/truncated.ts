import type { Run } from "./context.ts";
import { emitMessage, emitToolExecutionEnd, emitToolExecutionStart } from "./events.ts";
import type { ToolCall, ToolResultMessage } from "./messages.ts";
import { createErrorToolResult, createToolResultMessage } from "./tools.ts";

/**
 * Answers each call of a reply that ran into the output limit, and runs none: arguments that were cut off can look
 * whole. The transcript stays paired, and the model can ask again.
 *
 * Pi: `failToolCallsFromTruncatedMessage` in `agent-loop.ts`.
 */
export async function failTruncatedToolCalls({ emit }: Run, toolCalls: ToolCall[]): Promise<ToolResultMessage[]> {
  const results: ToolResultMessage[] = [];
  for (const toolCall of toolCalls) {
    await emitToolExecutionStart(emit, toolCall);
    const result = createErrorToolResult(
      `Tool call "${toolCall.name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.`,
    );
    const finalized = { toolCall, result, isError: true };
    await emitToolExecutionEnd(emit, finalized);
    const message = createToolResultMessage(finalized);
    await emitMessage(emit, message);
    results.push(message);
  }
  return results;
}
