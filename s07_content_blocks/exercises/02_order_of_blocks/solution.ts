import type { AssistantMessage } from "#s07/messages.ts";
import type { ProviderEvent } from "#s07/provider.ts";

/** `addToReply` of s07: deltas that follow each other are one block; after anything else a new one begins. */
export function addToReply(reply: AssistantMessage, event: ProviderEvent): void {
  const last = reply.content.at(-1);
  switch (event.type) {
    case "message_start":
      break;
    case "text_delta":
      if (last?.type === "text") last.text += event.delta;
      else reply.content.push({ type: "text", text: event.delta });
      break;
    case "thinking_delta":
      if (last?.type === "thinking") last.thinking += event.delta;
      else reply.content.push({ type: "thinking", thinking: event.delta });
      break;
    case "tool_call":
      reply.content.push(structuredClone(event.call));
      break;
    case "message_end":
      reply.stopReason = event.stopReason;
      if (event.errorMessage !== undefined) reply.errorMessage = event.errorMessage;
      break;
  }
}
