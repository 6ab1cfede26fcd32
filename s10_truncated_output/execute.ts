import type { Run } from "./context.ts";
import { errorText } from "./errors.ts";
import { emitMessage, emitToolExecutionEnd, emitToolExecutionStart } from "./events.ts";
import type { AfterToolCallResult } from "./hooks.ts";
import type { AssistantMessage, ToolCall, ToolResultMessage } from "./messages.ts";
import { prepareToolCall, type PreparedToolCall } from "./preflight.ts";
import {
  createErrorToolResult,
  createToolResultMessage,
  type AgentToolResult,
  type ExecutedToolCallOutcome,
  type FinalizedToolCallOutcome,
} from "./tools.ts";

/**
 * Handles the calls of a reply, one after the other. Resolves to the messages that answer them, in the same order; never
 * rejects for what a tool or a hook does.
 *
 * Pi: `executeToolCallsSequential` in `agent-loop.ts`.
 */
export async function executeToolCalls(
  run: Run,
  assistantMessage: AssistantMessage,
  toolCalls: ToolCall[],
): Promise<ToolResultMessage[]> {
  const messages: ToolResultMessage[] = [];
  for (const toolCall of toolCalls) {
    const message = createToolResultMessage(await executeToolCall(run, assistantMessage, toolCall));
    await emitMessage(run.emit, message);
    messages.push(message);
  }
  return messages;
}

/** One call, between its two events: through the gates, then, if they let it, run → after. */
async function executeToolCall(
  run: Run,
  assistantMessage: AssistantMessage,
  toolCall: ToolCall,
): Promise<FinalizedToolCallOutcome> {
  await emitToolExecutionStart(run.emit, toolCall);
  const preparation = await prepareToolCall(run, assistantMessage, toolCall);
  if (preparation.kind === "prepared") return runToolCall(run, assistantMessage, preparation);
  const finalized = { toolCall, result: preparation.result, isError: preparation.isError };
  await emitToolExecutionEnd(run.emit, finalized);
  return finalized;
}

/** A call that passed the gates: run → after → its end event. Never rejects for what a tool or a hook does. */
async function runToolCall(
  run: Run,
  assistantMessage: AssistantMessage,
  prepared: PreparedToolCall,
): Promise<FinalizedToolCallOutcome> {
  const executed = await executePreparedToolCall(prepared);
  const finalized = await finalizeExecutedToolCall(run, assistantMessage, prepared, executed);
  await emitToolExecutionEnd(run.emit, finalized);
  return finalized;
}

/** Runs the tool. Pi: `executePreparedToolCall` in `agent-loop.ts`. */
async function executePreparedToolCall({ tool, toolCall, args }: PreparedToolCall): Promise<ExecutedToolCallOutcome> {
  try {
    return { result: await tool.execute(toolCall.id, args), isError: false };
  } catch (error) {
    return failure(error);
  }
}

/** Asks the after hook. One that rejects replaces the result: what it failed to clean must not get out. Pi: the same name. */
async function finalizeExecutedToolCall(
  { context, config }: Run,
  assistantMessage: AssistantMessage,
  { toolCall, args }: PreparedToolCall,
  { result, isError }: ExecutedToolCallOutcome,
): Promise<FinalizedToolCallOutcome> {
  if (!config.afterToolCall) return { toolCall, result, isError };
  try {
    const changed = await config.afterToolCall({ assistantMessage, toolCall, args, result, isError, context });
    if (!changed) return { toolCall, result, isError };
    return { toolCall, result: replaceFields(result, changed), isError: changed.isError ?? isError };
  } catch (error) {
    return { toolCall, ...failure(error) };
  }
}

function replaceFields(result: AgentToolResult, changed: AfterToolCallResult): AgentToolResult {
  return {
    ...result,
    content: changed.content ?? result.content,
    details: changed.details ?? result.details,
    usage: changed.usage ?? result.usage,
  };
}

function failure(error: unknown): ExecutedToolCallOutcome {
  return { result: createErrorToolResult(errorText(error)), isError: true };
}
