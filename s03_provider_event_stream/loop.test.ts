import { describe, expect, it } from "vitest";
import { fail, hangUp, text, type Reply } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { runMinimalLoop, type LoopEvent } from "./loop.ts";
import type { Provider } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";

const silent = () => {};
const noTools = new ToolRegistry();

describe("memory", () => {
  it("shows the provider everything said so far, in order", async () => {
    const state = createState();
    const provider = scripted([[text("not"), text("ed")], [text("Lin")]]);

    await runMinimalLoop(state, provider, noTools, "I am Lin", silent);
    await runMinimalLoop(state, provider, noTools, "who am I?", silent);

    expect(provider.requests[1]?.messages).toEqual([
      { role: "user", content: "I am Lin" },
      { role: "assistant", content: "noted", stopReason: "stop" },
      { role: "user", content: "who am I?" },
    ]);
  });

  it("cannot be changed through a request, nor can the tools", async () => {
    const spec = { name: "clock", description: "tells the time" };
    const registry = new ToolRegistry();
    registry.register({ spec, handler: () => "nine" });
    const state = createState();
    const provider: Provider = {
      async *stream(request) {
        yield { type: "message_start" };
        for (const message of request.messages) message.content = "forged";
        for (const offered of request.tools) offered.description = "forged";
        request.messages.length = request.tools.length = 0;
        yield { type: "message_end", stopReason: "stop" };
      },
    };

    await runMinimalLoop(state, provider, registry, "hi", silent);

    expect(state.messages[0]).toEqual({ role: "user", content: "hi" });
    expect(registry.getSpecs()).toEqual([spec]);
  });

  it("holds a reply only when it is whole", async () => {
    const state = createState();
    const seen: number[] = [];
    await runMinimalLoop(state, scripted([[text("a"), text("b")]]), noTools, "hi", () => {
      seen.push(state.messages.length);
    });
    expect(seen).toEqual([1, 1, 1, 1]);
    expect(state.messages).toHaveLength(2);
  });
});

describe("a reply that fails", () => {
  const failures: [string, Reply, string, string][] = [
    ["before its first word", [fail("refused")], "", "refused"],
    ["in the middle", [text("half"), fail("connection reset")], "half", "connection reset"],
    ["by ending too soon", [text("half"), hangUp()], "half", "stream ended without message_end"],
  ];

  it.each(failures)("%s is kept as far as it came", async (_, script, content, errorMessage) => {
    const state = createState();
    const reply = await runMinimalLoop(state, scripted([script]), noTools, "hi", silent);

    expect(reply).toEqual({ role: "assistant", content, stopReason: "error", errorMessage });
    expect(state.messages).toEqual([{ role: "user", content: "hi" }, reply]);
  });

  it.each(failures)("%s does not spoil the next run", async (_, script) => {
    const state = createState();
    const provider = scripted([script, [text("hello")]]);

    await runMinimalLoop(state, provider, noTools, "hi", silent);
    const reply = await runMinimalLoop(state, provider, noTools, "hi again", silent);

    expect(reply).toEqual({ role: "assistant", content: "hello", stopReason: "stop" });
  });
});

describe("output", () => {
  it("is given each event, and awaited before the stream goes on", async () => {
    const order: string[] = [];
    const provider: Provider = {
      async *stream() {
        for (const delta of ["a", "b"]) {
          order.push(`sent ${delta}`);
          yield { type: "text_delta", delta };
        }
        yield { type: "message_end", stopReason: "stop" };
      },
    };
    const slow = async (event: LoopEvent) => {
      await new Promise((resolve) => setTimeout(resolve));
      if (event.type === "text_delta") order.push(`shown ${event.delta}`);
    };

    await runMinimalLoop(createState(), provider, noTools, "hi", slow);

    expect(order).toEqual(["sent a", "shown a", "sent b", "shown b"]);
  });

  it("may throw: the run rejects with that, and no failing provider is made of it", async () => {
    const state = createState();
    const events: LoopEvent[] = [];
    const run = runMinimalLoop(state, scripted([[text("a"), text("b")]]), noTools, "hi", (event) => {
      events.push(event);
      if (event.type === "text_delta") throw new Error("screen is gone");
    });

    await expect(run).rejects.toThrow("screen is gone");
    expect(events).toEqual([{ type: "message_start" }, { type: "text_delta", delta: "a" }]);
    expect(state.messages).toEqual([{ role: "user", content: "hi" }]);
  });
});
