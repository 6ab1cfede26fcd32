import { errorText } from "./errors.ts";
import type { AssistantMessage } from "./messages.ts";
import type { Provider, ProviderRequest } from "./provider.ts";
import type { AgentState } from "./state.ts";
import type { ToolRegistry } from "./tools.ts";

/** What a run tells the outside while it goes on. Pi: `AgentEvent` in `types.ts`. */
export type LoopEvent = { type: "reply"; message: AssistantMessage };

/** Receives each event; the loop waits for it. Pi: `AgentEventSink` in `agent-loop.ts`. */
export type Output = (event: LoopEvent) => void | Promise<void>;

/**
 * One run: keep the user's input, ask the provider once, keep the reply.
 *
 * A failing provider ends the run as a reply with `stopReason: "error"`; nothing is thrown for it.
 * Throws only what `output` throws.
 *
 * Pi: `runAgentLoop` in `agent-loop.ts`.
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
  const message = await askProvider(provider, {
    messages: structuredClone(state.messages),
    tools: registry.getSpecs(),
  });

  state.messages.push(message);
  await output({ type: "reply", message });
  return message;
}

async function askProvider(provider: Provider, request: ProviderRequest): Promise<AssistantMessage> {
  try {
    return await provider.complete(request);
  } catch (error) {
    return { role: "assistant", content: "", stopReason: "error", errorMessage: errorText(error) };
  }
}
