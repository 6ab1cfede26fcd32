import { executeToolCalls, type ExecutedToolCallBatch } from "./batch.ts";
import type { AgentLoopTurnUpdate, AgentMessage, Run, ShouldStopAfterTurnContext } from "./context.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import { streamAssistantResponse } from "./reply.ts";
import { failTruncatedToolCalls } from "./truncated.ts";

/**
 * Turn after turn. The inner loop ends when a reply asks for no tool and nobody has steered; the outer one when no
 * follow-up waits either. `run` has told of its start and of its first turn; this tells of its end.
 *
 * How many turns there may be, and what the next one goes by, is the caller's affair: `shouldStopAfterTurn` and
 * `prepareNextTurn`. Pi: `runLoop` in `agent-loop.ts`.
 */
export async function runLoop(run: Run): Promise<void> {
  const { emit, newMessages } = run;
  let isFirst = true;
  let waiting = run.config.getSteeringMessages ? (await run.config.getSteeringMessages()) || [] : [];
  do {
    let goesOn = true;
    while (goesOn || waiting.length > 0) {
      if (!isFirst) await emit({ type: "turn_start" });
      isFirst = false;
      for (const message of waiting) await addToTranscript(run, message);
      const turn = await runTurn(run);
      const { message, toolResults } = turn;
      await emit({ type: "turn_end", message, toolResults });
      // Whatever waits in the queues stays there for the next run.
      if (hasFailed(message) || (await isLastTurn(run, turn))) {
        return emit({ type: "agent_end", messages: newMessages });
      }
      goesOn = turn.goesOn;
      waiting = run.config.getSteeringMessages ? (await run.config.getSteeringMessages()) || [] : [];
    }
    waiting = (await run.config.getFollowUpMessages?.()) || [];
  } while (waiting.length > 0);
  await emit({ type: "agent_end", messages: newMessages });
}

async function addToTranscript({ context, emit, newMessages }: Run, message: AgentMessage): Promise<void> {
  await emit({ type: "message_start", message });
  await emit({ type: "message_end", message });
  context.messages.push(message);
  newMessages.push(message);
}

/** What came of one turn; it goes on while there are results that the model has not seen. */
type Turn = Pick<ShouldStopAfterTurnContext, "message" | "toolResults"> & { goesOn: boolean };

/** One turn: one reply, and a result for each call of it. */
async function runTurn(run: Run): Promise<Turn> {
  const message = await streamAssistantResponse(run);
  run.newMessages.push(message);
  const toolCalls = hasFailed(message) ? [] : message.content.filter((block) => block.type === "toolCall");
  if (toolCalls.length === 0) return { message, toolResults: [], goesOn: false };
  const { messages: toolResults, terminate } = await answerToolCalls(run, message, toolCalls);
  for (const result of toolResults) {
    run.context.messages.push(result);
    run.newMessages.push(result);
  }
  return { message, toolResults, goesOn: !terminate };
}

function answerToolCalls(run: Run, message: AssistantMessage, toolCalls: ToolCall[]): Promise<ExecutedToolCallBatch> {
  if (message.stopReason === "length") return failTruncatedToolCalls(run, toolCalls);
  return executeToolCalls({ run, assistantMessage: message, toolCalls });
}

function hasFailed({ stopReason }: AssistantMessage): boolean {
  return stopReason === "error" || stopReason === "aborted";
}

/** Lets the caller put something else in the place of context, model and thinking level, and then stop the run. */
async function isLastTurn(run: Run, { message, toolResults }: Turn): Promise<boolean> {
  const { newMessages } = run;
  if (run.config.prepareNextTurn) {
    const update = await run.config.prepareNextTurn({ message, toolResults, context: run.context, newMessages });
    if (update) applyUpdate(run, update);
  }
  if (!run.config.shouldStopAfterTurn) return false;
  return (await run.config.shouldStopAfterTurn({ message, toolResults, context: run.context, newMessages })) || false;
}

function applyUpdate(run: Run, { context, model, thinkingLevel: level }: AgentLoopTurnUpdate): void {
  const { config } = run;
  run.context = context ?? run.context;
  const chosen = level === "off" ? undefined : level;
  run.config = {
    ...config,
    model: model ?? config.model,
    reasoning: level === undefined ? config.reasoning : chosen,
  };
}
