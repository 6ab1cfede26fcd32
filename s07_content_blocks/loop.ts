import { executeToolCall, type ToolHooks } from "./hooks.ts";
import type { AssistantMessage, ToolResultMessage } from "./messages.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { addToReply, emptyReply, streamReply } from "./reply.ts";
import { takeTurnSnapshot, type TurnSnapshot } from "./snapshot.ts";
import type { AgentState } from "./state.ts";
import type { ToolRegistry } from "./tools.ts";

/** What a run tells the outside while it goes on. Pi: `AgentEvent` in `types.ts`. */
export type LoopEvent =
  | ProviderEvent
  | { type: "tool_result"; result: ToolResultMessage }
  | { type: "turn_limit"; maxTurns: number };

/** Receives each event; the loop waits for it. Pi: `AgentEventSink` in `agent-loop.ts`. */
export type Output = (event: LoopEvent) => void | Promise<void>;

/** Turns in one run before the loop stops a provider that never stops asking. Pi has no such limit. */
export const MAX_TURNS = 8;

/**
 * One run: turn after turn, each with a snapshot of its own, until a reply asks for no tool. Returns the last reply.
 *
 * What a tool, a hook or the provider does wrong becomes a message, never a throw; throws only what `output` throws.
 * At the turn limit the run ends with a reply of the core's own, `stopReason: "error"`.
 *
 * Pi: `runLoop` in `agent-loop.ts`.
 */
export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  registry: ToolRegistry,
  hooks: ToolHooks,
  userInput: string,
  output: Output,
  takeSnapshot: typeof takeTurnSnapshot = takeTurnSnapshot,
): Promise<AssistantMessage> {
  state.messages.push({ role: "user", content: userInput });

  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    const snapshot = takeSnapshot(state, registry);
    const { reply, results } = await runTurn(state, provider, snapshot, hooks, output);
    state.messages.push(reply, ...results);
    if (reply.stopReason === "error" || results.length === 0) return reply;
  }

  const reply = { ...emptyReply(), stopReason: "error" as const, errorMessage: `Stopped after ${MAX_TURNS} turns` };
  state.messages.push(reply);
  await output({ type: "turn_limit", maxTurns: MAX_TURNS });
  return reply;
}

/** One turn: one request, and a result for each call of its reply. Leaves the transcript to its caller. */
async function runTurn(
  state: AgentState,
  provider: Provider,
  snapshot: TurnSnapshot,
  hooks: ToolHooks,
  output: Output,
) {
  // Copies: the provider reads the transcript and the specs, it never holds what the core holds.
  const request = {
    systemPrompt: snapshot.systemPrompt,
    model: snapshot.model,
    messages: structuredClone(state.messages),
    tools: snapshot.tools.getSpecs(),
  };

  const reply = emptyReply();
  const results: ToolResultMessage[] = [];
  for await (const event of streamReply(provider, request)) {
    addToReply(reply, event);
    await output(event);
    if (event.type !== "tool_call") continue;

    const result = await executeToolCall(snapshot.tools, hooks, event.call);
    results.push(result);
    // A copy: who listens gets no hold on the transcript.
    await output({ type: "tool_result", result: structuredClone(result) });
  }
  return { reply, results };
}
