import type { AssistantMessage } from "#s04/messages.ts";
import type { ProviderEvent } from "#s04/provider.ts";

/** `addToReply` of s04 with one fault. What was said is kept; the question is who else holds it. */
export function addToReply(reply: AssistantMessage, event: ProviderEvent): void {
  switch (event.type) {
    case "message_start":
      break;
    case "text_delta":
      reply.content += event.delta;
      break;
    case "tool_call":
      reply.toolCalls = [...(reply.toolCalls ?? []), event.call];
      break;
    case "message_end":
      reply.stopReason = event.stopReason;
      if (event.errorMessage !== undefined) reply.errorMessage = event.errorMessage;
      break;
  }
}
