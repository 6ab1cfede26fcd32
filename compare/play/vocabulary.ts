import type { ShownEvent } from "../../shared/stage.ts";

/** An event of a loop as both sides see it. */
type VocabularyEvent = { type: string } & Record<string, unknown>;

/** Names a chapter's own event by Pi's. Nothing may disappear in it: what has no counterpart keeps its name. */
export type Vocabulary = (event: ShownEvent & Record<string, unknown>) => VocabularyEvent;

/** The events of s08 and later are Pi's. */
export const piVocabulary: Vocabulary = (event) => event;

/** The events of s01 to s06 by Pi's names. */
export const partOneVocabulary: Vocabulary = (event) => {
  switch (event.type) {
    case "reply":
      return { type: "message_end", message: event["message"] };
    case "message_start":
      return { type: "message_start", message: { role: "assistant" } };
    case "text_delta":
      return { type: "message_update", assistantMessageEvent: event };
    case "tool_call":
      return { type: "message_update", assistantMessageEvent: { type: "toolcall_end", toolCall: event["call"] } };
    case "tool_result": {
      const { role: _, toolCallId, ...result } = event["result"] as Record<string, unknown>;
      return { type: "tool_execution_end", toolCallId, result };
    }
    case "message_end": {
      const { type, ...fields } = event;
      return { type, message: { role: "assistant", ...fields } };
    }
    default:
      return event;
  }
};

/** The events of s07: a result names its tool and says itself whether it is a failure, and a reply may think. */
export const blockVocabulary: Vocabulary = (event) => {
  switch (event.type) {
    case "thinking_delta":
      return { type: "message_update", assistantMessageEvent: event };
    case "tool_result": {
      const { role: _, toolCallId, toolName, isError, ...result } = event["result"] as Record<string, unknown>;
      return { type: "tool_execution_end", toolCallId, toolName, result, isError };
    }
    default:
      return partOneVocabulary(event);
  }
};
