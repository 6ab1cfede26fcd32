import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streaming } from "../shared/testing/providers.ts";
import type { Provider, ProviderEvent, ProviderRequest } from "./provider.ts";
import { addToReply, emptyReply, streamReply } from "./reply.ts";

/** No stream here looks at its request. */
const noRequest = {} as ProviderRequest;

const start: ProviderEvent = { type: "message_start" };
const end: ProviderEvent = { type: "message_end", stopReason: "stop" };
const delta = (text: string): ProviderEvent => ({ type: "text_delta", delta: text });
const thought = (thinking: string): ProviderEvent => ({ type: "thinking_delta", delta: thinking });
const calling = (id: string, args = {}): ProviderEvent => ({
  type: "tool_call",
  call: { type: "toolCall", id, name: "echo", arguments: args },
});
const failed = (errorMessage: string): ProviderEvent => ({ type: "message_end", stopReason: "error", errorMessage });

/** Throws where a statement is wanted. */
function throwNow(message: string): void {
  throw new Error(message);
}

async function eventsOf(provider: Provider): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of streamReply(provider, noRequest)) events.push(event);
  return events;
}

/** Streams some events and then throws. */
function breaking(thrown: unknown, ...events: ProviderEvent[]): Provider {
  return {
    async *stream() {
      yield* events;
      throw thrown;
    },
  };
}

function replyFrom(...events: ProviderEvent[]) {
  const reply = emptyReply();
  for (const event of events) addToReply(reply, event);
  return reply;
}

/** The blocks that a reply is to hold. */
const said = (text: string) => ({ type: "text", text });
const thinking = (thinking: string) => ({ type: "thinking", thinking });
const called = (id: string, args = {}) => ({ type: "toolCall", id, name: "echo", arguments: args });

const contentFrom = (...events: ProviderEvent[]) => replyFrom(start, ...events, end).content;

describe("streamReply", () => {
  it("passes a whole stream on as it is", async () => {
    const whole = [start, thought("hm"), delta("a"), calling("call-1"), delta(""), calling("call-2"), end];
    expect(await eventsOf(streaming(...whole))).toEqual(whole);
  });

  it("closes a stream that breaks off, and keeps what came", async () => {
    const provider = breaking(new Error("connection reset"), start, delta("half"));
    expect(await eventsOf(provider)).toEqual([start, delta("half"), failed("connection reset")]);
  });

  it("closes a stream that stops without its end", async () => {
    const provider = streaming(start, delta("half"));
    expect(await eventsOf(provider)).toEqual([start, delta("half"), failed("stream ended without message_end")]);
  });

  it("lets nothing that goes wrong after the end become a second end", async () => {
    const provider: Provider = {
      async *stream() {
        try {
          yield start;
          yield end;
        } finally {
          throwNow("close failed");
        }
      },
    };
    expect(await eventsOf(provider)).toEqual([start, end]);
  });

  it("fails a reply that holds what is no plain data", async () => {
    const events = await eventsOf(streaming(start, calling("call-1", { path: () => "a" }), end));
    expect(events.map((event) => event.type)).toEqual(["message_start", "message_end"]);
    expect(events.at(-1)).toMatchObject({ stopReason: "error" });
  });

  it("opens a reply that forgot to begin, and begins none twice", async () => {
    expect(await eventsOf(streaming(delta("a"), end))).toEqual([start, delta("a"), end]);
    expect(await eventsOf(streaming(start, start, delta("a"), start, end))).toEqual([start, delta("a"), end]);
  });

  it("opens and closes a reply of which nothing came", async () => {
    expect(await eventsOf(breaking(new Error("refused")))).toEqual([start, failed("refused")]);
    expect(await eventsOf(streaming())).toEqual([start, failed("stream ended without message_end")]);
  });

  it("takes a stream function that throws at once for a failed reply", async () => {
    const provider: Provider = {
      stream() {
        throw new Error("no key");
      },
    };
    expect(await eventsOf(provider)).toEqual([start, failed("no key")]);
  });

  it("has words for a failure that is no Error", async () => {
    expect(await eventsOf(breaking("offline", start))).toEqual([start, failed("offline")]);
  });

  it("drops what comes after the end", async () => {
    expect(await eventsOf(streaming(start, end, delta("late"), end))).toEqual([start, end]);
  });

  it("lets go of the provider's stream when its reader leaves", async () => {
    let open = true;
    const provider: Provider = {
      async *stream() {
        try {
          yield* [start, delta("a"), end];
        } finally {
          open = false;
        }
      },
    };
    for await (const event of streamReply(provider, noRequest)) if (event.type === "text_delta") break;
    expect(open).toBe(false);
  });

  it("starts once and first, ends once and last, whatever is streamed", async () => {
    const anyEvent = fc.oneof(fc.constantFrom(start, calling("call-1"), thought("hm"), end), fc.string().map(delta));
    const anyProvider = fc.oneof(
      fc.array(anyEvent).map((events) => streaming(...events)),
      fc.tuple(fc.anything(), fc.array(anyEvent)).map(([thrown, events]) => breaking(thrown, ...events)),
    );
    await fc.assert(
      fc.asyncProperty(anyProvider, async (provider) => {
        const types = (await eventsOf(provider)).map((event) => event.type);
        expect([types.indexOf("message_start"), types.lastIndexOf("message_start")]).toEqual([0, 0]);
        expect(types.indexOf("message_end")).toBe(types.length - 1);
      }),
    );
  });
});

describe("addToReply", () => {
  it("joins deltas of one kind that follow each other to one block", () => {
    expect(contentFrom(delta("a"), delta(""), delta("b c"))).toEqual([said("ab c")]);
    expect(contentFrom(thought("a"), thought(""), thought("b c"))).toEqual([thinking("ab c")]);
  });

  it.each([
    ["a call", calling("call-1"), called("call-1")],
    ["a thought", thought("hm"), thinking("hm")],
  ])("begins a new text after %s", (_, between, block) => {
    expect(contentFrom(delta("a"), between, delta("b"), delta("c"))).toEqual([said("a"), block, said("bc")]);
  });

  it.each([
    ["a call", calling("call-1"), called("call-1")],
    ["a text", delta("so"), said("so")],
  ])("begins a new thought after %s", (_, between, block) => {
    expect(contentFrom(thought("a"), between, thought("b"), thought("c"))).toEqual([
      thinking("a"),
      block,
      thinking("bc"),
    ]);
  });

  it("keeps all blocks in the order they came, calls side by side", () => {
    const content = contentFrom(thought("hm"), delta("a"), calling("call-2"), calling("call-1"), delta("b"));
    expect(content).toEqual([thinking("hm"), said("a"), called("call-2"), called("call-1"), said("b")]);
  });

  it("makes of any stream blocks that lose nothing, and no two neighbours that should be one", () => {
    const anyEvent = fc.oneof(fc.string().map(delta), fc.string().map(thought), fc.constant(calling("call-1")));
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const content = contentFrom(...events);
        // One character a piece, so that both sides are cut alike.
        const pieces = events.flatMap((event) => {
          if (event.type === "tool_call") return ["call"];
          return "delta" in event ? [...event.delta].map((char) => event.type + char) : [];
        });
        const kept = content.flatMap((block) => {
          if (block.type === "text") return [...block.text].map((char) => `text_delta${char}`);
          return block.type === "thinking" ? [...block.thinking].map((char) => `thinking_delta${char}`) : ["call"];
        });
        expect(kept).toEqual(pieces);
        const types = content.map((block) => block.type);
        expect(types.filter((type, at) => type !== "toolCall" && type === types[at + 1])).toEqual([]);
      }),
    );
  });

  it("keeps copies of the calls: who holds the event cannot change the reply", () => {
    const args = { path: { to: "here" } };
    const reply = replyFrom(start, calling("call-1", args), end);
    args.path.to = "forged";
    expect(reply.content).toEqual([called("call-1", { path: { to: "here" } })]);
  });

  it("takes over how the reply ended", () => {
    expect(replyFrom(start, end)).toEqual({ role: "assistant", content: [], stopReason: "stop" });
    expect(replyFrom(start, end)).not.toHaveProperty("errorMessage");
    expect(replyFrom(start, delta("half"), failed("reset"))).toEqual({
      role: "assistant",
      content: [said("half")],
      stopReason: "error",
      errorMessage: "reset",
    });
  });

  it("begins each reply empty: two share no list", () => {
    addToReply(emptyReply(), delta("a"));
    expect(emptyReply().content).toEqual([]);
  });
});
