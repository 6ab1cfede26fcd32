import type { Run } from "./context.ts";
import { errorText } from "./errors.ts";
import { emitToolExecutionEnd, emitToolExecutionStart } from "./events.ts";
import type { ToolCall } from "./messages.ts";
import { createErrorToolResult, type ExecutedToolCallOutcome, type FinalizedToolCallOutcome } from "./tools.ts";

/**
 * Executes one call: before → run → after, between its two events. Never rejects for what a tool or a hook does.
 *
 * A blocked call goes through neither tool nor after hook. A hook that rejects takes the place of the result: what an
 * after hook failed to clean must not get out.
 *
 * Pi: `prepareToolCall`, `executePreparedToolCall` and `finalizeExecutedToolCall` in `agent-loop.ts`.
 */
export async function executeToolCall(run: Run, toolCall: ToolCall): Promise<FinalizedToolCallOutcome> {
  await emitToolExecutionStart(run.emit, toolCall);
  const finalized = { toolCall, ...(await orFailure(() => throughHooks(run, toolCall))) };
  await emitToolExecutionEnd(run.emit, finalized);
  return finalized;
}

async function throughHooks({ context, config }: Run, call: ToolCall): Promise<ExecutedToolCallOutcome> {
  const before = (await config.beforeToolCall?.(call)) ?? { type: "allow" };
  // Only "allow", or nothing at all, lets the call through; whatever else a hook returns is a refusal.
  if (before.type !== "allow") return failure(before.reason ?? "Tool execution was blocked");

  const { result, isError } = await orFailure(async () => {
    const tool = context.tools?.find(({ name }) => name === call.name);
    if (!tool) throw new Error(`Tool ${call.name} not found`);
    return { result: await tool.execute(call.id, call.arguments), isError: false };
  });
  const changed = await config.afterToolCall?.(call, result, isError);
  if (!changed) return { result, isError };
  const { content = result.content, details = result.details } = changed;
  return { result: { ...result, content, details }, isError: changed.isError ?? isError };
}

/** What `produce` resolves to, or the failure that it rejected with. */
async function orFailure(produce: () => Promise<ExecutedToolCallOutcome>): Promise<ExecutedToolCallOutcome> {
  try {
    return await produce();
  } catch (error) {
    return failure(errorText(error));
  }
}

function failure(message: string): ExecutedToolCallOutcome {
  return { result: createErrorToolResult(message), isError: true };
}
