import { describe, expect, it, vi } from "vitest";
import { asStream, sayReply, type ReplyStage } from "./reply-events.ts";
import type { AssistantMessageEvent } from "./reply-messages.ts";
import { stageModel } from "./props.ts";
import { call, end, fail, fragments, hangUp, meanwhile, quietEnd, text, thinking, wait, type Reply } from "./script.ts";
import { VirtualClock } from "./virtual-clock.ts";

const context = { messages: [{ role: "user", content: "hi" }], systemPrompt: "be short" };

function streamOf(reply: Reply, stage: Partial<ReplyStage<unknown>> = {}) {
  const clock = new VirtualClock();
  const whole = { clock, signal: undefined, meanwhile: () => {}, onFailure: () => {}, ...stage };
  return asStream(sayReply(reply, stageModel("model-a"), context, whole));
}

async function eventsOf(reply: Reply, stage: Partial<ReplyStage<unknown>> = {}) {
  const events: AssistantMessageEvent[] = [];
  for await (const event of streamOf(reply, stage)) events.push(event);
  return events;
}

/** An event on one line: its type and what is its own. */
const gist = (event: AssistantMessageEvent) =>
  [event.type, "delta" in event && event.delta, "content" in event && event.content, "reason" in event && event.reason]
    .filter(Boolean)
    .join(" ");

const argumentsIn = (event: AssistantMessageEvent) =>
  "partial" in event && event.partial.content[0]?.type === "toolCall" ? event.partial.content[0].arguments : undefined;

describe("a reply", () => {
  it("says texts, thoughts and calls block by block", async () => {
    const reply = [thinking("hm"), text("let me "), text("see"), call("call-1", "echo", { text: "a" })];
    expect((await eventsOf(reply)).map(gist)).toEqual([
      "start",
      "thinking_start",
      "thinking_delta hm",
      "thinking_end hm",
      "text_start",
      "text_delta let me ",
      "text_delta see",
      "text_end let me see",
      "toolcall_start",
      'toolcall_delta {"text":"a"}',
      "toolcall_end",
      "done toolUse",
    ]);
  });

  it("comes with the message as far as it has come, each time a copy", async () => {
    const events = await eventsOf([text("a"), text("b")]);
    const told = events.map((event) => ("partial" in event ? event.partial.content : []));
    const said = (...texts: string[]) => texts.map((it) => ({ type: "text", text: it }));
    expect(told).toEqual([[], said(""), said("a"), said("ab"), said("ab"), []]);
  });

  it("is the stream's result, with all that Pi writes into a message", async () => {
    const stream = streamOf([text("hello")]);
    for await (const _ of stream);
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    expect(await stream.result()).toStrictEqual({
      role: "assistant",
      content: [{ type: "text", text: "hello" }],
      api: "scripted",
      provider: "scripted",
      model: "model-a",
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
      stopReason: "stop",
      timestamp: expect.any(Number),
    });
  });

  it("may quote the request it answers", async () => {
    const quote = text(({ messages, model, systemPrompt }) => `${messages[0]?.text} ${model} ${systemPrompt}`);
    expect((await eventsOf([quote])).map(gist)).toContain("text_delta hi model-a be short");
  });

  it("is pulled: nothing is said, and nothing changes, before somebody reads on", async () => {
    const told = vi.fn();
    const events = streamOf([text("a"), meanwhile("a new model", () => {}), thinking("b")], { meanwhile: told });
    const seen: string[] = [];
    for await (const { type } of events) seen.push(`${type} ${told.mock.calls.length}`);
    expect(seen.slice(2, 5)).toEqual(["text_delta 0", "text_end 0", "thinking_start 1"]);
  });

  it("pauses on the clock", async () => {
    const clock = new VirtualClock();
    const events = await clock.run(eventsOf([text("a"), wait(30), text("b")], { clock }));
    expect(clock.now).toBe(30);
    expect(events.at(-1)?.type).toBe("done");
  });
});

describe("the end of a reply", () => {
  it("is the one that the script names", async () => {
    expect((await eventsOf([call("call-1", "echo"), end("length")])).map(gist).at(-1)).toBe("done length");
    expect((await eventsOf([text("a"), end("aborted")])).map(gist).at(-1)).toBe("error aborted");
  });

  it("is an error event where it fails, with what was said until then", async () => {
    const onFailure = vi.fn();
    const events = await eventsOf([text("a"), fail("reset"), text("b")], { onFailure });
    expect(events.at(-1)).toMatchObject({
      type: "error",
      reason: "error",
      error: { content: [{ type: "text", text: "a" }], stopReason: "error", errorMessage: "reset" },
    });
    expect(onFailure).toHaveBeenCalledExactlyOnceWith("event", "reset");
    expect((await eventsOf([fail("refused")])).map(gist)).toEqual(["error error"]);
    expect((await eventsOf([text("a"), hangUp()])).map(gist).at(-1)).toBe("error error");
  });

  it("breaks the contract where it is told to: throws, or leaves without a word", async () => {
    const onFailure = vi.fn();
    const stage = { breaksContract: true, onFailure };
    await expect(eventsOf([text("a"), fail("reset")], stage)).rejects.toThrow("reset");
    expect(onFailure).toHaveBeenCalledExactlyOnceWith("thrown", "reset");
    expect((await eventsOf([text("a"), hangUp()], stage)).map(gist).at(-1)).toBe("text_end a");
  });

  it("may come without an event; the reply can be asked for all the same", async () => {
    for (const [reply, types, said] of [
      [[text("a"), quietEnd()], ["start", "text_start", "text_delta", "text_end"], 1],
      [[quietEnd()], [], 0],
    ] as const) {
      const stream = streamOf([...reply]);
      const seen: string[] = [];
      for await (const { type } of stream) seen.push(type);
      expect(seen).toEqual(types);
      expect((await stream.result()).content).toHaveLength(said);
    }
  });

  it("comes early when the signal is aborted, before or during the reply", async () => {
    const abort = new AbortController();
    const reply = [text("a"), meanwhile("", () => {}), text("b")];
    const during = await eventsOf(reply, { signal: abort.signal, meanwhile: () => abort.abort() });
    expect(during.map(gist)).toEqual(["start", "text_start", "text_delta a", "text_end a", "error aborted"]);
    expect(during.at(-1)).toMatchObject({ error: { stopReason: "aborted", errorMessage: "Request was aborted" } });
    expect((await eventsOf(reply, { signal: abort.signal })).map(gist)).toEqual(["error aborted"]);
  });
});

describe("fragments of a call", () => {
  const pieces = ['{"text":', '"a"}'];
  const parseArguments = (said: string) => ({ parsed: said });

  it("become what parseArguments makes of them, piece by piece", async () => {
    const events = await eventsOf([fragments("call-1", "echo", pieces)], { parseArguments });
    expect(events.map(argumentsIn)).toEqual([
      undefined,
      {},
      { parsed: '{"text":' },
      { parsed: '{"text":"a"}' },
      { parsed: '{"text":"a"}' },
      undefined,
    ]);
    expect(events[4]).toMatchObject({ toolCall: { arguments: { parsed: '{"text":"a"}' } } });
  });

  it.each([{ text: "b" }, null])("are what the script says they are: %j, and nothing until then", async (args) => {
    const events = await eventsOf([fragments("call-1", "echo", pieces, args)], { parseArguments });
    expect(events.map(argumentsIn).slice(1, 5)).toEqual([{}, {}, {}, args]);
  });

  it("may come to nothing", async () => {
    const events = await eventsOf([fragments("call-1", "echo", ["nul"])], { parseArguments: () => null });
    expect(events.at(-2)).toMatchObject({ type: "toolcall_end", toolCall: { arguments: null } });
  });

  it("that nobody can read are a mistake of the script", async () => {
    await expect(eventsOf([fragments("call-1", "echo", pieces)])).rejects.toThrow("parseArguments");
  });

  it("are copied from the script, so that a case can be played twice", async () => {
    const args = { text: "a" };
    for (const reply of [[call("call-1", "echo", args)], [fragments("call-1", "echo", pieces, args)]]) {
      for (const event of await eventsOf(reply)) {
        if (event.type === "toolcall_end") event.toolCall.arguments["text"] = "forged";
      }
    }
    expect(args).toEqual({ text: "a" });
  });
});
