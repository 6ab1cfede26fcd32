import type { Run } from "./context.ts";
import { errorText } from "./errors.ts";
import { emitToolExecutionEnd } from "./events.ts";
import type { AfterToolCallResult } from "./hooks.ts";
import type { AssistantMessage } from "./messages.ts";
import type { PreparedToolCall } from "./preflight.ts";
import {
  createErrorToolResult,
  type AgentToolResult,
  type ExecutedToolCallOutcome,
  type FinalizedToolCallOutcome,
} from "./tools.ts";
import { ToolUpdates } from "./updates.ts";

/** A call that passed the gates: run → after → its end event. Never rejects for what a tool or a hook does. */
export async function runToolCall(
  run: Run,
  assistantMessage: AssistantMessage,
  prepared: PreparedToolCall,
): Promise<FinalizedToolCallOutcome> {
  const executed = await executePreparedToolCall(run, prepared);
  const finalized = await finalizeExecutedToolCall(run, assistantMessage, prepared, executed);
  await emitToolExecutionEnd(run.emit, finalized);
  return finalized;
}

/** Runs the tool. Its end waits until everyone has heard how far it had come. Pi: the same name in `agent-loop.ts`. */
async function executePreparedToolCall(
  { emit, signal }: Run,
  { tool, toolCall, args }: PreparedToolCall,
): Promise<ExecutedToolCallOutcome> {
  const updates = new ToolUpdates(emit, toolCall);
  try {
    const result = await tool.execute(toolCall.id, args, signal, updates.onUpdate);
    await updates.close();
    return { result, isError: false };
  } catch (error) {
    await updates.close();
    return failure(error);
  }
}

/** Asks the after hook. One that rejects replaces the result: what it failed to clean must not get out. Pi: the same name. */
async function finalizeExecutedToolCall(
  { context, config, signal }: Run,
  assistantMessage: AssistantMessage,
  { toolCall, args }: PreparedToolCall,
  { result, isError }: ExecutedToolCallOutcome,
): Promise<FinalizedToolCallOutcome> {
  if (!config.afterToolCall) return { toolCall, result, isError };
  try {
    const told = { assistantMessage, toolCall, args, result, isError, context };
    const changed = await config.afterToolCall(told, signal);
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
    terminate: changed.terminate ?? result.terminate,
  };
}

function failure(error: unknown): ExecutedToolCallOutcome {
  return { result: createErrorToolResult(errorText(error)), isError: true };
}
