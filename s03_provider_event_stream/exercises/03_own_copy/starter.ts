import type { Output } from "#s03/loop.ts";
import type { AssistantMessage } from "#s03/messages.ts";

/**
 * What a screen knows from the events alone. `output` is handed to the loop, for one run after the other; `replies`
 * holds the reply of each run, in order. The newest is there as soon as its `message_start` is, and grows with each
 * event; when its run is over, it equals what the loop returned.
 */
export function createScreen(): { output: Output; replies: readonly AssistantMessage[] } {
  const replies: AssistantMessage[] = [];
  return {
    output(event) {
      void event;
    },
    replies,
  };
}
