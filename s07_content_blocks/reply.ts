import { errorText } from "./errors.ts";
import type { AssistantMessage } from "./messages.ts";
import type { Provider, ProviderEvent, ProviderRequest } from "./provider.ts";

/**
 * The provider's stream, made whole: one start, one end, whatever the provider does. A stream that throws, or that
 * stops early, closes with a `message_end` whose `stopReason` is "error". Events after the end are dropped.
 *
 * Pi: its stream functions owe the loop the same (the contract of `StreamFn` in `types.ts`).
 */
export async function* streamReply(provider: Provider, request: ProviderRequest): AsyncGenerator<ProviderEvent> {
  let started = false;
  let ended = false;
  let problem = "stream ended without message_end";
  try {
    for await (const said of provider.stream(request)) {
      // A copy: the provider keeps no hold on what it said, and what is no plain data fails here.
      const event = structuredClone(said);
      if (!started) yield { type: "message_start" };
      started = true;
      if (event.type === "message_start") continue;
      ended = event.type === "message_end";
      yield event;
      if (ended) break;
    }
  } catch (error) {
    problem = errorText(error);
  }
  // What goes wrong in a provider after its end is no longer about this reply.
  if (ended) return;
  if (!started) yield { type: "message_start" };
  yield { type: "message_end", stopReason: "error", errorMessage: problem };
}

export function emptyReply(): AssistantMessage {
  return { role: "assistant", content: [], stopReason: "stop" };
}

/** Adds what one event brings to the reply under construction. Pi: `partial` in each `AssistantMessageEvent`. */
export function addToReply(reply: AssistantMessage, event: ProviderEvent): void {
  const last = reply.content.at(-1);
  switch (event.type) {
    case "message_start":
      break;
    case "text_delta":
      // Deltas that follow each other are one block; after anything else a new one begins.
      if (last?.type === "text") last.text += event.delta;
      else reply.content.push({ type: "text", text: event.delta });
      break;
    case "thinking_delta":
      if (last?.type === "thinking") last.thinking += event.delta;
      else reply.content.push({ type: "thinking", thinking: event.delta });
      break;
    case "tool_call":
      // A copy: whoever runs the call must not be able to rewrite the transcript through it.
      reply.content.push(structuredClone(event.call));
      break;
    case "message_end":
      reply.stopReason = event.stopReason;
      if (event.errorMessage !== undefined) reply.errorMessage = event.errorMessage;
      break;
  }
}
