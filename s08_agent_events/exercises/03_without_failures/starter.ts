import type { AgentMessage } from "#s08/context.ts";
import type { Message } from "#s08/messages.ts";

/**
 * A `convertToLlm`: what the provider is sent of a transcript. Replies that failed (`stopReason` "error" or "aborted") are
 * left out, and so are the results of their calls. The transcript itself stays as it is.
 */
export function withoutFailures(messages: AgentMessage[]): Message[] | Promise<Message[]> {
  return messages;
}
