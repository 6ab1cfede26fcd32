import type { StreamFn } from "../../s15_loop_boundaries/index.ts";
import type { AssistantMessage } from "../../s15_loop_boundaries/messages.ts";
import type { AssistantMessageEvent } from "../../s15_loop_boundaries/provider.ts";

const USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** A whole reply, as a provider would leave it. */
export function replyOf(content: AssistantMessage["content"]): AssistantMessage {
  const stopReason = content.some(({ type }) => type === "toolCall") ? "toolUse" : "stop";
  return {
    role: "assistant",
    content,
    api: "prepared",
    provider: "prepared",
    model: "prepared",
    usage: USAGE,
    stopReason,
    timestamp: 0,
  };
}

/** The events of a reply that says one text, in `deltas` pieces. */
export function textEvents(deltas: number): AssistantMessageEvent[] {
  const message = replyOf([{ type: "text", text: "x".repeat(deltas) }]);
  const piece: AssistantMessageEvent = { type: "text_delta", contentIndex: 0, delta: "x", partial: message };
  return [
    { type: "start", partial: message },
    { type: "text_start", contentIndex: 0, partial: message },
    ...Array.from({ length: deltas }, () => piece),
    { type: "text_end", contentIndex: 0, content: "", partial: message },
    { type: "done", reason: "stop", message },
  ];
}

/** The events of a reply that asks `tool` for something `calls` times. */
export function callEvents(tool: string, calls: number): AssistantMessageEvent[] {
  const message = replyOf(
    Array.from({ length: calls }, (_, index) => ({
      type: "toolCall" as const,
      id: `call-${index}`,
      name: tool,
      arguments: { path: "docs/run.md" },
    })),
  );
  return [
    { type: "start", partial: message },
    { type: "done", reason: "toolUse", message },
  ];
}

/**
 * A stream function that costs next to nothing: its replies are prepared, and so are the promises that hold their
 * events. `replies` are said in turn, the last one from then on.
 */
export function prepared(replies: AssistantMessageEvent[][]): () => StreamFn {
  const streams = replies.map((events) => {
    const steps = [
      ...events.map((value) => Promise.resolve({ value, done: false as const })),
      Promise.resolve({ value: undefined, done: true as const }),
    ];
    const last = events.at(-1);
    const result = Promise.resolve(last?.type === "done" ? last.message : replyOf([]));
    return () => {
      let at = 0;
      const iterator = { next: () => steps[at++] as NonNullable<(typeof steps)[number]> };
      return { [Symbol.asyncIterator]: () => iterator, result: () => result };
    };
  });
  return () => {
    let asked = 0;
    return () => {
      const open = streams[Math.min(asked++, streams.length - 1)];
      if (!open) throw new Error("no reply was prepared");
      return open();
    };
  };
}
