import { playScene } from "../../shared/cli.ts";
import type { CaseBase, Chapter } from "../../shared/chapter.ts";
import { Stage, type Show, type ShownEvent } from "../../shared/stage.ts";
import { LineTrace, type Line } from "./line.ts";

/** An event of a loop as both sides see it. */
type VocabularyEvent = { type: string } & Record<string, unknown>;

/** Names a chapter's own event by Pi's. Nothing may disappear in it: what has no counterpart keeps its name. */
export type Vocabulary = (event: ShownEvent & Record<string, unknown>) => VocabularyEvent;

/** Plays a case through its chapter's own `main.ts` and returns the trace in Pi's vocabulary. */
export async function playOnChapter(chapter: Chapter, scene: CaseBase<never>, vocabulary: Vocabulary): Promise<Line[]> {
  const trace = new LineTrace();
  const stage = new Stage({
    caseName: scene.name,
    show: (item) => traceShow(trace, item, vocabulary),
    observe: (seen) => {
      if (seen.kind === "request") trace.request(seen.request);
      else trace.failure("thrown", seen.message);
    },
  });
  await playScene(chapter, scene, stage);
  if (stage.provider?.exhausted) throw stage.provider.exhausted;
  trace.transcript(stage.transcript);
  return trace.lines;
}

/** What only the theatre says (titles, the user's input, the state at the end) is no part of a loop's trace. */
function traceShow(trace: LineTrace, item: Show, vocabulary: Vocabulary): void {
  if (item.kind === "event") trace.event(vocabulary({ ...item.event }));
  if (item.kind === "note") trace.note(item.from, item.text);
}

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
