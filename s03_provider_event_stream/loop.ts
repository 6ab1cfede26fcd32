import type { AssistantMessage } from "./messages.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { addToReply, emptyReply, streamReply } from "./reply.ts";
import type { AgentState } from "./state.ts";
import type { ToolRegistry } from "./tools.ts";

/** What a run tells the outside while it goes on. Pi: `AgentEvent` in `types.ts`. */
export type LoopEvent = ProviderEvent;

/** Receives each event; the loop waits for it. Pi: `AgentEventSink` in `agent-loop.ts`. */
export type Output = (event: LoopEvent) => void | Promise<void>;

/**
 * One run: keep the user's input, pass the reply on event by event, keep it when it is whole.
 *
 * A failing provider ends the run as a reply with `stopReason: "error"` that keeps what had arrived.
 * Throws only what `output` throws.
 *
 * Pi: `runAgentLoop` and `streamAssistantResponse` in `agent-loop.ts`.
 */
export async function runMinimalLoop(
  state: AgentState,
  provider: Provider,
  registry: ToolRegistry,
  userInput: string,
  output: Output,
): Promise<AssistantMessage> {
  state.messages.push({ role: "user", content: userInput });

  // Copies: the provider reads the transcript and the specs, it never holds what the core holds.
  const request = { messages: structuredClone(state.messages), tools: registry.getSpecs() };

  const reply = emptyReply();
  for await (const event of streamReply(provider, request)) {
    addToReply(reply, event);
    await output(event);
  }

  state.messages.push(reply);
  return reply;
}
