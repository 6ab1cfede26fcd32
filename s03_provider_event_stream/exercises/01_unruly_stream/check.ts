import { test } from "vitest";
import { runMinimalLoop, type LoopEvent } from "#s03/loop.ts";
import type { Provider, ProviderEvent } from "#s03/provider.ts";
import { createState } from "#s03/state.ts";
import { ToolRegistry } from "#s03/tools.ts";
import { answer, expectPrediction } from "#shared/practice.ts";

/** As the starter has it: what is predicted stays the same, whatever is tried out there. */
const SENT: ProviderEvent[] = [
  { type: "text_delta", delta: "北京是" },
  { type: "message_start" },
  { type: "text_delta", delta: "" },
  { type: "text_delta", delta: "首都。" },
  { type: "message_end", stopReason: "stop" },
  { type: "text_delta", delta: "吗？" },
];

/** Why each line stands where it does, without saying it. */
const REASONS = [
  "别的事件先到，就先补一个开头。",
  "补上开头以后，先到的那个事件原样交给循环。",
  "开头只报一个，迟到的不再转交；文字不论长短，来一片报一片。",
  "文字照到达的次序，一片一片原样报出来。",
  "provider 说了结尾，就照它说的报；后来抛的错，不再是这条回复的事。",
  "读到结尾就收工，回复由结尾之前的各片接成，一片不少。",
  "回复为什么停，由读到的那个结尾说了算。",
];

function lineOf(event: LoopEvent): string {
  if (event.type === "text_delta") return `text_delta: ${event.delta}`;
  return event.type === "message_end" ? `message_end: ${event.stopReason}` : event.type;
}

test("the events of an unruly stream, and the reply", async () => {
  const { lines } = await answer<typeof import("./starter.ts")>();

  const provider: Provider = {
    async *stream() {
      yield* SENT;
      throw new Error("connection reset");
    },
  };
  const happened: string[] = [];
  const reply = await runMinimalLoop(createState(), provider, new ToolRegistry(), "讲讲北京", (event) => {
    happened.push(lineOf(event));
  });
  happened.push(`content: ${reply.content}`, `stopReason: ${reply.stopReason}`);

  expectPrediction(lines, happened, {
    why: REASONS,
    read: "README.md「解决方案」里的图，和「工作原理」里的 streamReply",
  });
});
