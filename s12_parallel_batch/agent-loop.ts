import type { AgentContext, AgentLoopConfig, AgentMessage, Run } from "./context.ts";
import { EventStream } from "./event-stream.ts";
import { emitMessage, type AgentEvent, type AgentEventSink } from "./events.ts";
import { runLoop } from "./loop.ts";
import type { StreamFn } from "./provider.ts";

/**
 * One run: from `prompts` until the agent stops. Returns the messages that it added, prompts included; `context` stays
 * as it was, so the caller appends them when it wants to go on.
 *
 * `emit` is given each event, and the run waits for it. What a tool or a hook does wrong becomes a result; rejects only
 * when `emit`, `convertToLlm` or the stream function breaks its contract.
 *
 * Pi: `runAgentLoop` in `agent-loop.ts`.
 */
export async function runAgentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal: AbortSignal | undefined,
  streamFn: StreamFn,
): Promise<AgentMessage[]> {
  const ownContext = { ...context, messages: [...context.messages, ...prompts] };
  const run: Run = { context: ownContext, config, emit, signal, streamFn, newMessages: [...prompts] };
  await emit({ type: "agent_start" });
  await emit({ type: "turn_start" });
  for (const prompt of prompts) await emitMessage(emit, prompt);
  await runLoop(run, context);
  return run.newMessages;
}

/**
 * The same run as a stream of its events; `result()` resolves to the messages that it added. The run waits for nobody:
 * a consumer that is slow finds the events queued, and one that leaves does not stop it.
 *
 * Where `runAgentLoop` would reject, so do the iteration and `result()`. Pi: `agentLoop` in `agent-loop.ts`, which
 * leaves both waiting.
 */
export function agentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal: AbortSignal | undefined,
  streamFn: StreamFn,
): EventStream<AgentEvent, AgentMessage[]> {
  const stream = new EventStream<AgentEvent, AgentMessage[]>((event) =>
    event.type === "agent_end" ? { result: event.messages } : undefined,
  );
  const emit = (event: AgentEvent) => stream.push(event);
  runAgentLoop(prompts, context, config, emit, signal, streamFn).then(
    (messages) => stream.end(messages),
    (error: unknown) => stream.fail(error),
  );
  return stream;
}
