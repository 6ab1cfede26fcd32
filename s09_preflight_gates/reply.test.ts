import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, fail, hangUp, meanwhile, quietEnd, text, thinking, type Reply } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import type { AgentLoopConfig, AgentMessage, Run } from "./context.ts";
import type { AgentEvent, AgentEventSink } from "./events.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AssistantMessageEvent, StreamFn } from "./provider.ts";
import { streamAssistantResponse } from "./reply.ts";

const wholeReply = (content: AssistantMessage["content"], changes: Partial<AssistantMessage> = {}) =>
  ({ role: "assistant", content, stopReason: "stop", timestamp: 0, ...changes }) as AssistantMessage;

/** A stream that says these events; its result is what the last one brings, or `result`. */
const streaming = (events: AssistantMessageEvent[], result?: AssistantMessage): StreamFn => {
  const last = events.at(-1);
  const final = result ?? (last?.type === "done" ? last.message : undefined);
  return () => ({
    async *[Symbol.asyncIterator]() {
      yield* events;
    },
    result: async () => final ?? wholeReply([]),
  });
};

const hi = userMessage("hi");

type OnCall = (call: ToolCall, partial: AssistantMessage) => Promise<void>;
type Options = { config?: Partial<AgentLoopConfig>; emit?: AgentEventSink; onCall?: OnCall };

/** Asks for one reply after "hi": the reply, the transcript with it, the events, and what was asked. */
async function ask(source: Reply<AgentMessage[]> | StreamFn, { config, emit, onCall }: Options = {}) {
  const messages: AgentMessage[] = [hi];
  const script = typeof source === "function" ? undefined : scriptedStream([source], messages);
  const events: AgentEvent[] = [];
  const run: Run = {
    context: { systemPrompt: "be brief", messages, tools: [] },
    config: { model: stageModel("model-a"), convertToLlm: sendAll, ...config },
    emit: emit ?? ((event) => void events.push(event)),
    signal: undefined,
    streamFn: script?.streamFn ?? (source as StreamFn),
    newMessages: [],
  };
  const reply = await streamAssistantResponse(run, onCall ?? (async () => {}));
  return { reply, messages, events, requests: script?.requests ?? [] };
}

describe("the events of a reply", () => {
  it("are a start, an update for each step between, and an end with the reply of the transcript", async () => {
    const { reply, messages, events } = await ask([thinking("hm"), text("a"), text("b"), call("1", "echo")]);
    const steps = events.flatMap((event) =>
      event.type === "message_update" ? [event.assistantMessageEvent.type] : [],
    );
    const between = "thinking_start thinking_delta thinking_end text_start text_delta text_delta text_end";
    expect(steps.join(" ")).toBe(`${between} toolcall_start toolcall_delta toolcall_end`);
    expect(events.map(({ type }) => type)).toEqual([
      "message_start",
      ...steps.map(() => "message_update"),
      "message_end",
    ]);
    expect(events.at(-1)).toEqual({ type: "message_end", message: reply });
    expect(messages.at(-1)).toBe(reply);
    expect(messages).toHaveLength(2);
  });

  it("carry the reply as far as it has come, whole steps from the stream, nothing joined by the loop", async () => {
    const { events } = await ask([text("a"), text("b")]);
    const grown = events.map((event) => "message" in event && "content" in event.message && event.message.content);
    const said = (so: string) => [{ type: "text", text: so }];
    expect(grown).toEqual([[], said(""), said("a"), said("ab"), said("ab"), said("ab")]);
  });

  it("hold copies: a stream function that goes on writing into its partial leaves their fields alone", async () => {
    const partial = wholeReply([], { stopReason: "pending" });
    const { events } = await ask(() => ({
      async *[Symbol.asyncIterator]() {
        yield { type: "start" as const, partial };
        yield { type: "text_start" as const, contentIndex: 0, partial };
        partial.stopReason = "stop";
        yield { type: "done" as const, reason: "stop" as const, message: partial };
      },
      result: async () => partial,
    }));
    const told = events.map((event) => "message" in event && event.message);
    expect(told.map((message) => message && "stopReason" in message && message.stopReason)).toEqual([
      "pending",
      "pending",
      "stop",
    ]);
    expect(told.at(-1)).toBe(partial);
  });

  it.each<[string, Reply<AgentMessage[]>]>([
    ["a failure at once", [fail("refused")]],
    ["a reply without events", [quietEnd()]],
  ])("are start and end for %s", async (_, script) => {
    const { reply, messages, events } = await ask(script);
    expect(events.map(({ type }) => type)).toEqual(["message_start", "message_end"]);
    expect(messages).toEqual([hi, reply]);
    expect(events[0]?.type === "message_start" && events[0].message).not.toBe(reply);
  });

  it("end with the reply, however late it is there; an error is no step", async () => {
    const message = wholeReply([], { stopReason: "error" });
    const { reply, events } = await ask(() => ({
      async *[Symbol.asyncIterator]() {
        yield { type: "start" as const, partial: wholeReply([]) };
        yield { type: "error" as const, reason: "error" as const, error: message };
      },
      result: () => new Promise((resolve) => setTimeout(resolve, 5, message)),
    }));
    expect(reply).toBe(message);
    expect(events.map(({ type }) => type)).toEqual(["message_start", "message_end"]);
  });

  it("begin with the start: what a stream says before it is not told, what it says after `done` is not read", async () => {
    const message = wholeReply([{ type: "text", text: "a" }]);
    const early = { type: "text_start" as const, contentIndex: 0, partial: message };
    const done = { type: "done" as const, reason: "stop" as const, message };
    const { events } = await ask(streaming([early, { type: "start", partial: message }, done, early], message));
    expect(events.map(({ type }) => type)).toEqual(["message_start", "message_end"]);
  });
});

describe("the transcript", () => {
  it("is ahead of the events: whoever hears of a step finds it there", async () => {
    let kept: AgentMessage[] = [];
    const seen: unknown[] = [];
    const options: Options = {
      config: { convertToLlm: (messages) => sendAll((kept = messages)) },
      emit: (event) => void seen.push("message" in event && [event.message, kept.at(-1)]),
    };
    const [empty, whole] = [wholeReply([]), wholeReply([{ type: "text", text: "a" }])];
    const step: AssistantMessageEvent = { type: "text_start", contentIndex: 0, partial: whole };
    await ask(streaming([{ type: "start", partial: empty }, step], whole), options);
    const { reply: failed } = await ask([fail("refused")], options);
    expect(seen).toEqual([empty, whole, whole, failed, failed].map((message) => [message, message]));
  });

  it("holds the reply from its first step on, as far as it has come", async () => {
    const seen: unknown[] = [];
    const look = meanwhile("", (messages: AgentMessage[]) => void seen.push(structuredClone(messages.at(-1))));
    await ask([look, text("a"), look, text("b")]);
    expect(seen).toMatchObject([{ content: [] }, { content: [{ type: "text", text: "a" }] }]);
  });

  it("keeps a failed reply, with its reason", async () => {
    const { reply, messages } = await ask([text("half"), fail("connection reset")]);
    expect(reply).toMatchObject({ stopReason: "error", errorMessage: "connection reset" });
    expect(messages.at(-1)).toBe(reply);
  });

  it("goes through convertToLlm to the provider, and stays as it was", async () => {
    const more = userMessage("P.S.");
    const convertToLlm = async (all: AgentMessage[]) => [...all, more];
    const { messages, requests } = await ask([text("a")], { config: { convertToLlm } });
    expect(requests).toMatchObject([{ model: "model-a", systemPrompt: "be brief", tools: [] }]);
    expect(requests[0]?.messages).toEqual([hi, more]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });
});

it("a call is handed over when it is complete, with the reply as far as it has come, and the stream waits for it", async () => {
  const order: string[] = [];
  await ask([call("1", "echo", { a: 1 }), text("and")], {
    emit: (event) => void order.push("assistantMessageEvent" in event ? event.assistantMessageEvent.type : event.type),
    onCall: async ({ id, arguments: args }, partial) => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(partial.content).toEqual([{ type: "toolCall", id, name: "echo", arguments: args }]);
      order.push(`ran ${id} ${JSON.stringify(args)}`);
    },
  });
  expect(order.slice(2, 6)).toEqual(["toolcall_delta", "toolcall_end", 'ran 1 {"a":1}', "text_start"]);
});

describe("a stream function that breaks its contract", () => {
  const broken = (reply: Reply) => scriptedStream([reply], undefined, { breaksContract: true }).streamFn;

  it("is not caught: neither what it throws at once nor what its stream throws", async () => {
    await expect(ask(broken([fail("no key")]))).rejects.toThrow("no key");
    await expect(ask(broken([text("a"), fail("lost")]))).rejects.toThrow("lost");
  });

  it("is not waited for when its stream ends and there is no reply", async () => {
    await expect(ask(broken([text("a"), hangUp()]))).rejects.toThrow("The stream ended without a reply");
  });
});
