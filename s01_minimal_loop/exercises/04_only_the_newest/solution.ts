import type { AssistantMessage, Message } from "#s01/messages.ts";
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

  const message = await provider.complete({ messages: structuredClone(newest(state.messages, most)) });

  state.messages.push(message);
  return message;
}

function newest(messages: Message[], most: number): Message[] {
  const shown = messages.slice(-most);
  return shown.slice(shown.findIndex(({ role }) => role === "user"));
}
