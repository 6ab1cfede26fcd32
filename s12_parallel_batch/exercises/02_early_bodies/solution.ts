import type { ExecutedToolCallBatch } from "#s12/batch.ts";
import type { Run } from "#s12/context.ts";
import { emitMessage, emitToolExecutionEnd, emitToolExecutionStart } from "#s12/events.ts";
import { runToolCall } from "#s12/execute.ts";
import type { AssistantMessage, ToolCall } from "#s12/messages.ts";
import { prepareToolCall } from "#s12/preflight.ts";
import { createToolResultMessage, type FinalizedToolCallOutcome } from "#s12/tools.ts";

type Batch = { run: Run; assistantMessage: AssistantMessage; toolCalls: ToolCall[] };

/** `executeToolCallsParallel` of s12: the gates one after the other, then all tools at once, then the results. */
export async function executeToolCallsParallel({
  run,
  assistantMessage,
  toolCalls,
}: Batch): Promise<ExecutedToolCallBatch> {
  const starts: (() => Promise<FinalizedToolCallOutcome>)[] = [];
  for (const toolCall of toolCalls) {
    await emitToolExecutionStart(run.emit, toolCall);
    const preparation = await prepareToolCall(run, assistantMessage, toolCall);
    if (preparation.kind === "prepared") {
      starts.push(() => runToolCall(run, assistantMessage, preparation));
    } else {
      const finalized = { toolCall, result: preparation.result, isError: preparation.isError };
      await emitToolExecutionEnd(run.emit, finalized);
      starts.push(async () => finalized);
    }
  }
  // An async function is under way as soon as it is called, so none is called before the last gate.
  const finalizedCalls = await Promise.all(starts.map((start) => start()));

  const messages = finalizedCalls.map(createToolResultMessage);
  for (const message of messages) await emitMessage(run.emit, message);
  const terminate = finalizedCalls.length > 0 && finalizedCalls.every(({ result }) => result.terminate === true);
  return { messages, terminate };
}
