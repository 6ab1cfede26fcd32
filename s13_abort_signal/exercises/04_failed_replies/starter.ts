import type { AgentMessage } from "#s13/context.ts";
import type { Message } from "#s13/messages.ts";
import { repairToolResults } from "#s13/repair.ts";

/**
 * A `convertToLlm` for providers that take no reply that failed or was aborted: such replies are left out, and all that
 * is sent has each call answered. The transcript stays as it was.
 */
export function withoutFailedReplies(messages: AgentMessage[]): Message[] {
  return repairToolResults(messages);
}
