import type { Run } from "./context.ts";
import { emitMessage, emitToolExecutionEnd, emitToolExecutionStart } from "./events.ts";
import { runToolCall } from "./execute.ts";
import type { AssistantMessage, ToolCall, ToolResultMessage } from "./messages.ts";
import { prepareToolCall, type ImmediateToolCallOutcome } from "./preflight.ts";
import { createToolResultMessage, type FinalizedToolCallOutcome } from "./tools.ts";

/** The answers to the calls of one reply, and whether all of them ask to end the run. Pi: the same name. */
export type ExecutedToolCallBatch = { messages: ToolResultMessage[]; terminate: boolean };

type Batch = { run: Run; assistantMessage: AssistantMessage; toolCalls: ToolCall[] };

/**
 * Handles the calls of one reply. The answers come in the order of the calls, however the tools run.
 * Never rejects for what a tool or a hook does. Pi: `executeToolCalls` in `agent-loop.ts`.
 */
export function executeToolCalls(batch: Batch): Promise<ExecutedToolCallBatch> {
  return isSequential(batch) ? executeToolCallsSequential(batch) : executeToolCallsParallel(batch);
}

/** One tool that must run alone makes the whole batch run one by one, and so does the caller's setting. */
function isSequential({ run: { config, context }, toolCalls }: Batch): boolean {
  if (config.toolExecution === "sequential") return true;
  const toolOf = (name: string) => context.tools?.find((tool) => tool.name === name);
  return toolCalls.some(({ name }) => toolOf(name)?.executionMode === "sequential");
}

/** Each call is handled whole before the next begins. Pi: the same name. */
async function executeToolCallsSequential({ run, assistantMessage, toolCalls }: Batch): Promise<ExecutedToolCallBatch> {
  const finalizedCalls: FinalizedToolCallOutcome[] = [];
  const messages: ToolResultMessage[] = [];
  for (const toolCall of toolCalls) {
    await emitToolExecutionStart(run.emit, toolCall);
    const preparation = await prepareToolCall(run, assistantMessage, toolCall);
    const finalized =
      preparation.kind === "prepared"
        ? await runToolCall(run, assistantMessage, preparation)
        : await refuseToolCall(run, toolCall, preparation);
    const message = createToolResultMessage(finalized);
    await emitMessage(run.emit, message);
    finalizedCalls.push(finalized);
    messages.push(message);
    // What was not begun stays without a result; see `repair.ts`.
    if (run.signal?.aborted) break;
  }
  return { messages, terminate: allTerminate(finalizedCalls) };
}

/** The gates one after the other, then all tools at once, then the results in the order of the calls. Pi: the same name. */
async function executeToolCallsParallel({ run, assistantMessage, toolCalls }: Batch): Promise<ExecutedToolCallBatch> {
  const starts: (() => Promise<FinalizedToolCallOutcome>)[] = [];
  for (const toolCall of toolCalls) {
    await emitToolExecutionStart(run.emit, toolCall);
    const preparation = await prepareToolCall(run, assistantMessage, toolCall);
    if (preparation.kind === "prepared") {
      starts.push(() => runToolCall(run, assistantMessage, preparation));
    } else {
      const finalized = await refuseToolCall(run, toolCall, preparation);
      starts.push(async () => finalized);
    }
    if (run.signal?.aborted) break;
  }
  // No tool starts before the last gate has been passed.
  const finalizedCalls = await Promise.all(starts.map((start) => start()));
  const messages: ToolResultMessage[] = [];
  for (const finalized of finalizedCalls) {
    const message = createToolResultMessage(finalized);
    await emitMessage(run.emit, message);
    messages.push(message);
  }
  return { messages, terminate: allTerminate(finalizedCalls) };
}

/** A call that is held back has its result, and its end event, at once. */
async function refuseToolCall(
  { emit }: Run,
  toolCall: ToolCall,
  { result, isError }: ImmediateToolCallOutcome,
): Promise<FinalizedToolCallOutcome> {
  const finalized = { toolCall, result, isError };
  await emitToolExecutionEnd(emit, finalized);
  return finalized;
}

/** Pi: `shouldTerminateToolBatch` in `agent-loop.ts`. */
function allTerminate(finalizedCalls: FinalizedToolCallOutcome[]): boolean {
  return finalizedCalls.length > 0 && finalizedCalls.every(({ result }) => result.terminate === true);
}
