import { describe, expect, it } from "vitest";
import { fail, text } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { runMinimalLoop, type LoopEvent } from "./loop.ts";
import type { AssistantMessage } from "./messages.ts";
import type { Provider, ProviderRequest } from "./provider.ts";
import { createState } from "./state.ts";

const silent = () => {};

/** What a provider might do with its request. */
function scribble(request: ProviderRequest) {
  for (const message of request.messages) message.content = "forged";
  request.messages.push({ role: "user", content: "added" });
}

describe("memory", () => {
  it("shows the provider everything said so far, in order", async () => {
    const state = createState();
    const provider = scripted([[text("noted")], [text("Lin")]]);

    await runMinimalLoop(state, provider, "I am Lin", silent);
    await runMinimalLoop(state, provider, "who am I?", silent);

    expect(provider.requests[0]?.messages).toEqual([{ role: "user", content: "I am Lin" }]);
    expect(provider.requests[1]?.messages).toEqual([
      { role: "user", content: "I am Lin" },
      { role: "assistant", content: "noted", stopReason: "stop" },
      { role: "user", content: "who am I?" },
    ]);
  });

  it("is kept per state: two states know nothing of each other", async () => {
    const provider = scripted([[text("noted")], [text("no idea")]]);

    await runMinimalLoop(createState(), provider, "I am Lin", silent);
    await runMinimalLoop(createState(), provider, "who am I?", silent);

    expect(provider.requests[1]?.messages).toEqual([{ role: "user", content: "who am I?" }]);
  });

  it("cannot be changed through a request, neither during the run nor after it", async () => {
    const state = createState();
    const kept: ProviderRequest[] = [];
    const provider: Provider = {
      async complete(request) {
        kept.push(request);
        scribble(request);
        return { role: "assistant", content: "ok", stopReason: "stop" };
      },
    };

    await runMinimalLoop(state, provider, "hi", silent);
    for (const request of kept) scribble(request);

    expect(state.messages).toEqual([
      { role: "user", content: "hi" },
      { role: "assistant", content: "ok", stopReason: "stop" },
    ]);
  });
});

describe("a failing provider", () => {
  const failures: [string, Provider["complete"], string][] = [
    [
      "throws at once",
      () => {
        throw new Error("no key");
      },
      "no key",
    ],
    ["rejects", () => Promise.reject(new Error("connection reset")), "connection reset"],
    ["rejects with no Error", () => Promise.reject("offline"), "offline"],
  ];

  it.each(failures)("that %s ends the run as a reply with stopReason error", async (_, complete, reason) => {
    const state = createState();
    const reply = await runMinimalLoop(state, { complete }, "hi", silent);

    expect(reply).toEqual({ role: "assistant", content: "", stopReason: "error", errorMessage: reason });
    expect(state.messages).toEqual([{ role: "user", content: "hi" }, reply]);
  });

  it("does not spoil the next run", async () => {
    const state = createState();
    const provider = scripted([[fail("connection reset")], [text("hello")]]);

    await runMinimalLoop(state, provider, "hi", silent);
    const reply = await runMinimalLoop(state, provider, "hi again", silent);

    expect(reply).toEqual({ role: "assistant", content: "hello", stopReason: "stop" });
    expect(state.messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
  });
});

describe("output", () => {
  it("is told of the reply that the run returns", async () => {
    const events: LoopEvent[] = [];
    const message = await runMinimalLoop(createState(), scripted([[text("hello")]]), "hi", (event) => {
      events.push(event);
    });
    expect(events).toEqual([{ type: "reply", message }]);
  });

  it("is awaited before the run ends", async () => {
    const order: string[] = [];
    await runMinimalLoop(createState(), scripted([[text("hello")]]), "hi", async () => {
      await new Promise((resolve) => setTimeout(resolve));
      order.push("output done");
    });
    order.push("run done");
    expect(order).toEqual(["output done", "run done"]);
  });

  it("may throw: the run rejects with that, and the reply stays what the provider said", async () => {
    const state = createState();
    const run = runMinimalLoop(state, scripted([[text("hello")]]), "hi", () => {
      throw new Error("screen is gone");
    });

    await expect(run).rejects.toThrow("screen is gone");
    const said: AssistantMessage = { role: "assistant", content: "hello", stopReason: "stop" };
    expect(state.messages).toEqual([{ role: "user", content: "hi" }, said]);
  });
});
