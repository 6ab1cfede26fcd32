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
const calling = (id: string, args = {}): ProviderEvent => ({
  type: "tool_call",
  call: { id, name: "echo", arguments: args },
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

describe("streamReply", () => {
  it("passes a whole stream on as it is", async () => {
    const whole = [start, delta("a"), calling("call-1"), delta(""), calling("call-2"), end];
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
    const anyEvent = fc.oneof(fc.constantFrom(start, calling("call-1"), end), fc.string().map(delta));
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
  it("joins the deltas to the text of the reply", () => {
    expect(replyFrom(start, delta("a"), delta(""), delta("b c"), end).content).toBe("ab c");
  });

  it("keeps the calls in order, and no empty list when there are none", () => {
    const { toolCalls } = replyFrom(start, calling("call-2"), delta("and"), calling("call-1"), end);
    expect(toolCalls?.map((call) => call.id)).toEqual(["call-2", "call-1"]);
    expect(replyFrom(start, end)).not.toHaveProperty("toolCalls");
  });

  it("keeps copies of the calls: who holds the event cannot change the reply", () => {
    const args = { path: { to: "here" } };
    const reply = replyFrom(start, calling("call-1", args), end);
    args.path.to = "forged";
    expect(reply.toolCalls?.[0]?.arguments).toEqual({ path: { to: "here" } });
  });

  it("takes over how the reply ended", () => {
    expect(replyFrom(start, end)).toEqual({ role: "assistant", content: "", stopReason: "stop" });
    expect(replyFrom(start, delta("half"), failed("reset"))).toEqual({
      role: "assistant",
      content: "half",
      stopReason: "error",
      errorMessage: "reset",
    });
  });
});
