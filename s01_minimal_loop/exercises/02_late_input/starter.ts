import { errorText } from "#s01/errors.ts";
import type { Output } from "#s01/loop.ts";
import type { AssistantMessage } from "#s01/messages.ts";
import type { Provider, ProviderRequest } from "#s01/provider.ts";
import type { AgentState } from "#s01/state.ts";

/** A run of s01 with one fault. The default case prints what it should; the provider would tell another story. */
export async function runMinimalLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
): Promise<AssistantMessage> {
  const message = await askProvider(provider, { messages: structuredClone(state.messages) });

  state.messages.push({ role: "user", content: userInput });
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
