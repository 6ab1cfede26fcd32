import type { AssistantMessage } from "#s07/messages.ts";
import type { ProviderEvent } from "#s07/provider.ts";

/** `addToReply` of s07 with one fault. The default case does not show it. */
export function addToReply(reply: AssistantMessage, event: ProviderEvent): void {
  switch (event.type) {
    case "message_start":
      break;
    case "text_delta": {
      const open = reply.content.findLast((block) => block.type === "text");
      if (open) open.text += event.delta;
      else reply.content.push({ type: "text", text: event.delta });
      break;
    }
    case "thinking_delta": {
      const open = reply.content.findLast((block) => block.type === "thinking");
      if (open) open.thinking += event.delta;
      else reply.content.push({ type: "thinking", thinking: event.delta });
      break;
    }
    case "tool_call":
      reply.content.push(structuredClone(event.call));
      break;
    case "message_end":
      reply.stopReason = event.stopReason;
      if (event.errorMessage !== undefined) reply.errorMessage = event.errorMessage;
      break;
  }
}
