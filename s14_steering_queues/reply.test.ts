import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, end, fail, fragments, meanwhile, quietEnd, text, type Reply } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { shapeOf } from "../shared/testing/transcript.ts";
import type { AgentContext, Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { AssistantMessage } from "./messages.ts";
import type { AssistantMessageEvent } from "./provider.ts";
import { streamAssistantResponse } from "./reply.ts";
import { parseStreamingJson } from "./salvage.ts";

/** Streams one reply to a run that has one message; the script's `meanwhile` parts are given its context. */
async function stream(...reply: Reply<AgentContext>) {
  const context: AgentContext = { systemPrompt: "be brief", messages: [userMessage("hi")], tools: [] };
  const events: AgentEvent[] = [];
  /** The end of the transcript, at each event. */
  const kept: unknown[] = [];
  const { streamFn } = scriptedStream([reply], context, { parseArguments: parseStreamingJson });
  const run: Run = {
    context,
    config: { model: stageModel("model-a"), convertToLlm: (messages) => sendAll(messages.slice(-1)) },
    async emit(event) {
      // The transcript's own message goes on growing; a listener is given it only once it is whole.
      if (event.type === "message_start") expect(event.message).not.toBe(context.messages.at(-1));
      kept.push(context.messages.at(-1));
      await new Promise((resolve) => setImmediate(resolve));
      events.push(event);
    },
    signal: undefined,
    streamFn,
    newMessages: [],
  };
  return { run, events, kept, message: await streamAssistantResponse(run) };
}

describe("a reply with calls", () => {
  it("is passed on step by step, and nothing happens between its steps", async () => {
    const { events } = await stream(text("a"), call("call-1", "echo"), text("b"), call("call-2", "echo"));
    const steps = events.map((event) =>
      event.type === "message_update" ? event.assistantMessageEvent.type : event.type,
    );
    const ofText = ["text_start", "text_delta", "text_end"];
    const ofCall = ["toolcall_start", "toolcall_delta", "toolcall_end"];
    expect(steps).toEqual(["message_start", ...ofText, ...ofCall, ...ofText, ...ofCall, "message_end"]);
  });

  it("shows its arguments as far as they have come", async () => {
    const { events } = await stream(fragments("call-1", "echo", ['{"text":"h', 'i"}']));
    const shown = events.map((event) =>
      "message" in event && "content" in event.message ? event.message.content : [],
    );
    const args = shown.slice(1).map((content) => (content[0] as { arguments: unknown }).arguments);
    expect(args).toEqual([{}, { text: "h" }, { text: "hi" }, { text: "hi" }, { text: "hi" }]);
  });

  it("is the last message of the transcript, unfinished while it streams, whole at the end", async () => {
    const seen: string[][] = [];
    const look = meanwhile<AgentContext>("", ({ messages }) => {
      seen.push(shapeOf(messages as never));
      expect(messages.at(-1)).toMatchObject({ stopReason: "pending" });
    });
    const { run, events, message } = await stream(look, call("call-1", "echo"), look, end("length"));
    expect(seen).toEqual([
      ["user", "assistant"],
      ["user", "assistant call-1"],
    ]);
    expect(message).toMatchObject({ stopReason: "length" });
    expect(run.context.messages).toHaveLength(2);
    expect(run.context.messages[1]).toBe(message);
    const last = events.at(-1);
    expect(last?.type === "message_end" && last.message).toBe(message);
  });
});

it.each([
  ["fails before it began", [fail("offline")], "error"],
  ["fails half way", [text("a"), fail("offline")], "error"],
  ["is aborted", [text("a"), end("aborted")], "aborted"],
  ["ends without saying so", [text("a"), quietEnd()], "stop"],
] as const)(
  "a reply that %s has one start and one end, and stands in the transcript once",
  async (_, reply, reason) => {
    const { run, events, message } = await stream(...reply);
    expect(message.stopReason).toBe(reason);
    expect(events.filter(({ type }) => type === "message_start")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "message_end")).toEqual([{ type: "message_end", message }]);
    expect(run.context.messages.slice(1)).toEqual([message]);
  },
);

it.each(["done", "error"] as const)(
  "%s is no step, and the last that is read; nothing counts before the start; the reply may be late",
  async (type) => {
    const replyOf = (content: AssistantMessage["content"]) => ({ role: "assistant", content }) as AssistantMessage;
    const [empty, whole, final] = [replyOf([]), replyOf([{ type: "text", text: "a" }]), replyOf([])] as const;
    const steps = [
      { type: "text_start", contentIndex: 0, partial: whole },
      { type: "start", partial: empty },
      { type: "text_start", contentIndex: 0, partial: whole },
      { type, message: final, error: final },
      { type: "text_start", contentIndex: 1, partial: whole },
    ] as AssistantMessageEvent[];
    const seen: unknown[][] = [];
    const context: AgentContext = { systemPrompt: "", messages: [] };
    const run: Run = {
      context,
      config: { model: stageModel("a"), convertToLlm: sendAll },
      // Whoever hears of a step finds it in the transcript.
      emit: (event) => void ("message" in event && seen.push([event.message, context.messages.at(-1)])),
      signal: undefined,
      streamFn: () => ({
        async *[Symbol.asyncIterator]() {
          yield* steps;
        },
        result: () => new Promise((resolve) => setTimeout(resolve, 5, final)),
      }),
      newMessages: [],
    };
    expect(await streamAssistantResponse(run)).toBe(final);
    expect(seen).toEqual([empty, whole, final].map((message) => [message, message]));
    // Copies, until the reply is whole.
    expect(seen.map(([told, kept]) => told === kept)).toEqual([false, false, true]);
  },
);

it("a reply without steps stands in the transcript before it is told of", async () => {
  const { kept, message } = await stream(fail("offline"));
  expect(kept).toEqual([message, message]);
});

it("a stream that ends without a reply breaks the contract: rejects, and does not wait for ever", async () => {
  const context: AgentContext = { systemPrompt: "", messages: [] };
  const never = new Promise<never>(() => {});
  const run: Run = {
    context,
    config: { model: stageModel("a"), convertToLlm: sendAll },
    emit() {},
    signal: undefined,
    streamFn: () => ({ async *[Symbol.asyncIterator]() {}, result: () => never }),
    newMessages: [],
  };
  await expect(streamAssistantResponse(run)).rejects.toThrow("ended without a reply");
});
