import type { AgentContext, Run } from "./context.ts";
import { emitMessage } from "./events.ts";
import { executeToolCalls } from "./execute.ts";
import type { AssistantMessage, ToolResultMessage } from "./messages.ts";
import type { Model } from "./provider.ts";
import { streamAssistantResponse } from "./reply.ts";
import { takeTurnSnapshot } from "./snapshot.ts";
import { failTruncatedToolCalls } from "./truncated.ts";

/** Turns in one run before the loop stops a provider that never stops asking. Pi has no such limit. */
export const MAX_TURNS = 8;

/**
 * Turn after turn, each with a snapshot of what `callersContext` holds by then, until a reply asks for no tool. `run`
 * has told of its start and of its first turn; this tells of its end.
 *
 * At the turn limit the run ends with a reply of the core's own, `stopReason: "error"`.
 * Pi: `runLoop` in `agent-loop.ts`.
 */
export async function runLoop(run: Run, callersContext: AgentContext): Promise<void> {
  const { emit, newMessages } = run;
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    if (turn > 1) await emit({ type: "turn_start" });
    const context = takeTurnSnapshot(callersContext, run.context.messages);
    const { message, toolResults } = await runTurn({ ...run, context });
    await emit({ type: "turn_end", message, toolResults });
    if (toolResults.length === 0) return emit({ type: "agent_end", messages: newMessages });
  }
  await stopAtLimit(run);
}

/** One turn: one reply, and a result for each call of it. */
async function runTurn(run: Run): Promise<{ message: AssistantMessage; toolResults: ToolResultMessage[] }> {
  const message = await streamAssistantResponse(run);
  run.newMessages.push(message);
  const toolResults = hasFailed(message) ? [] : await answerToolCalls(run, message);
  run.context.messages.push(...toolResults);
  run.newMessages.push(...toolResults);
  return { message, toolResults };
}

async function answerToolCalls(run: Run, message: AssistantMessage): Promise<ToolResultMessage[]> {
  const toolCalls = message.content.filter((block) => block.type === "toolCall");
  if (message.stopReason === "length") return failTruncatedToolCalls(run, toolCalls);
  return executeToolCalls(run, message, toolCalls);
}

function hasFailed({ stopReason }: AssistantMessage): boolean {
  return stopReason === "error" || stopReason === "aborted";
}

async function stopAtLimit({ config, emit, context, newMessages }: Run): Promise<void> {
  const message = replyAtLimit(config.model);
  await emit({ type: "turn_start" });
  await emitMessage(emit, message);
  context.messages.push(message);
  newMessages.push(message);
  await emit({ type: "turn_end", message, toolResults: [] });
  await emit({ type: "agent_end", messages: newMessages });
}

function replyAtLimit({ api, provider, id }: Model): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: "assistant",
    content: [],
    api,
    provider,
    model: id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: "error",
    errorMessage: `Stopped after ${MAX_TURNS} turns`,
    timestamp: Date.now(),
  };
}
