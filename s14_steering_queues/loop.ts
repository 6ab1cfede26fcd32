import { executeToolCalls, type ExecutedToolCallBatch } from "./batch.ts";
import type { AgentContext, AgentMessage, Run } from "./context.ts";
import { emitMessage } from "./events.ts";
import type { AssistantMessage, ToolResultMessage } from "./messages.ts";
import type { Model } from "./provider.ts";
import { streamAssistantResponse } from "./reply.ts";
import { takeTurnSnapshot } from "./snapshot.ts";
import { failTruncatedToolCalls } from "./truncated.ts";

/** Turns in one run before the loop stops a provider that never stops asking. Pi has no such limit. */
export const MAX_TURNS = 8;

/**
 * Turn after turn, each with a snapshot of what `callersContext` holds by then. The inner loop ends when a reply asks for
 * no tool and nobody has steered; the outer one when no follow-up waits either. `run` has told of its start and of its
 * first turn; this tells of its end.
 *
 * At the turn limit the run ends with a reply of the core's own, `stopReason: "error"`.
 * Pi: `runLoop` in `agent-loop.ts`.
 */
export async function runLoop(run: Run, callersContext: AgentContext): Promise<void> {
  const { config, emit, newMessages } = run;
  let turns = 0;
  let waiting = (await config.getSteeringMessages?.()) || [];
  do {
    let goesOn = true;
    while (goesOn || waiting.length > 0) {
      turns++;
      if (turns > 1) await emit({ type: "turn_start" });
      await addToTranscript(run, waiting);
      if (turns > MAX_TURNS) return stopAtLimit(run);
      const context = takeTurnSnapshot(callersContext, run.context.messages);
      const turn = await runTurn({ ...run, context });
      await emit({ type: "turn_end", message: turn.message, toolResults: turn.toolResults });
      // Whatever waits in the queues stays there for the next run.
      if (hasFailed(turn.message)) return emit({ type: "agent_end", messages: newMessages });
      goesOn = turn.goesOn;
      waiting = (await config.getSteeringMessages?.()) || [];
    }
    waiting = (await config.getFollowUpMessages?.()) || [];
  } while (waiting.length > 0);
  await emit({ type: "agent_end", messages: newMessages });
}

async function addToTranscript({ context, emit, newMessages }: Run, messages: AgentMessage[]): Promise<void> {
  for (const message of messages) {
    await emitMessage(emit, message);
    context.messages.push(message);
    newMessages.push(message);
  }
}

/** What came of one turn; it goes on while there are results that the model has not seen. */
type Turn = { message: AssistantMessage; toolResults: ToolResultMessage[]; goesOn: boolean };

/** One turn: one reply, and a result for each call of it. */
async function runTurn(run: Run): Promise<Turn> {
  const message = await streamAssistantResponse(run);
  run.newMessages.push(message);
  const { messages: toolResults, terminate } = await answerToolCalls(run, message);
  run.context.messages.push(...toolResults);
  run.newMessages.push(...toolResults);
  return { message, toolResults, goesOn: toolResults.length > 0 && !terminate };
}

async function answerToolCalls(run: Run, message: AssistantMessage): Promise<ExecutedToolCallBatch> {
  const toolCalls = hasFailed(message) ? [] : message.content.filter((block) => block.type === "toolCall");
  if (message.stopReason === "length") return failTruncatedToolCalls(run, toolCalls);
  return executeToolCalls({ run, assistantMessage: message, toolCalls });
}

function hasFailed({ stopReason }: AssistantMessage): boolean {
  return stopReason === "error" || stopReason === "aborted";
}

async function stopAtLimit({ config, emit, context, newMessages }: Run): Promise<void> {
  const message = replyAtLimit(config.model);
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
