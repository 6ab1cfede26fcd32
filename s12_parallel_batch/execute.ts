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

/** A call that passed the gates: run → after → its end event. Never rejects for what a tool or a hook does. */
export async function runToolCall(
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
    terminate: changed.terminate ?? result.terminate,
  };
}

function failure(error: unknown): ExecutedToolCallOutcome {
  return { result: createErrorToolResult(errorText(error)), isError: true };
}
