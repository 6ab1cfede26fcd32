import { describe, expect, it, vi } from "vitest";
import { fail, text } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { runMinimalLoop, type LoopEvent } from "./loop.ts";
import type { AssistantMessage } from "./messages.ts";
import type { Provider, ProviderRequest } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type Tool } from "./tools.ts";

const silent = () => {};
const noTools = new ToolRegistry();

/** What a provider might do with its request. */
function scribble(request: ProviderRequest) {
  for (const message of request.messages) message.content = "forged";
  request.messages.push({ role: "user", content: "added" });
}

describe("memory", () => {
  it("shows the provider everything said so far, in order", async () => {
    const state = createState();
    const provider = scripted([[text("noted")], [text("Lin")]]);

    await runMinimalLoop(state, provider, noTools, "I am Lin", silent);
    await runMinimalLoop(state, provider, noTools, "who am I?", silent);

    expect(provider.requests[0]?.messages).toEqual([{ role: "user", content: "I am Lin" }]);
    expect(provider.requests[1]?.messages).toEqual([
      { role: "user", content: "I am Lin" },
      { role: "assistant", content: "noted", stopReason: "stop" },
      { role: "user", content: "who am I?" },
    ]);
  });

  it("is kept per state: two states know nothing of each other", async () => {
    const provider = scripted([[text("noted")], [text("no idea")]]);

    await runMinimalLoop(createState(), provider, noTools, "I am Lin", silent);
    await runMinimalLoop(createState(), provider, noTools, "who am I?", silent);

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

    await runMinimalLoop(state, provider, noTools, "hi", silent);
    for (const request of kept) scribble(request);

    expect(state.messages).toEqual([
      { role: "user", content: "hi" },
      { role: "assistant", content: "ok", stopReason: "stop" },
    ]);
  });
});

describe("tools in a request", () => {
  const secret = "sk-secret-123";
  const weather = (): Tool => ({
    spec: { name: "weather", description: "tells the weather" },
    handler: vi.fn(() => secret),
  });

  it("are the specs of the tools registered by then", async () => {
    const registry = new ToolRegistry();
    const provider = scripted([[text("none")], [text("one")]]);

    await runMinimalLoop(createState(), provider, registry, "hi", silent);
    registry.register(weather());
    await runMinimalLoop(createState(), provider, registry, "hi", silent);

    expect(provider.requests.map((request) => request.tools)).toEqual([[], [weather().spec]]);
  });

  it("are pure data: no function is within reach, and no handler runs", async () => {
    const tool = weather();
    const registry = new ToolRegistry();
    registry.register(tool);
    const complete = vi.fn<Provider["complete"]>(async () => ({ role: "assistant", content: "", stopReason: "stop" }));

    await runMinimalLoop(createState(), { complete }, registry, "hi", silent);

    const [request] = complete.mock.calls[0] ?? [];
    expect(JSON.parse(JSON.stringify(request))).toStrictEqual(request);
    expect(JSON.stringify(request)).not.toContain(secret);
    expect(tool.handler).not.toHaveBeenCalled();
  });

  it("cannot be changed through a request", async () => {
    const registry = new ToolRegistry();
    registry.register(weather());
    const provider: Provider = {
      async complete({ tools }) {
        for (const spec of tools) spec.description = "forged";
        tools.length = 0;
        return { role: "assistant", content: "", stopReason: "stop" };
      },
    };

    await runMinimalLoop(createState(), provider, registry, "hi", silent);

    expect(registry.getSpecs()).toEqual([weather().spec]);
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
    const reply = await runMinimalLoop(state, { complete }, noTools, "hi", silent);

    expect(reply).toEqual({ role: "assistant", content: "", stopReason: "error", errorMessage: reason });
    expect(state.messages).toEqual([{ role: "user", content: "hi" }, reply]);
  });

  it("does not spoil the next run", async () => {
    const state = createState();
    const provider = scripted([[fail("connection reset")], [text("hello")]]);

    await runMinimalLoop(state, provider, noTools, "hi", silent);
    const reply = await runMinimalLoop(state, provider, noTools, "hi again", silent);

    expect(reply).toEqual({ role: "assistant", content: "hello", stopReason: "stop" });
    expect(state.messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
  });
});

describe("output", () => {
  it("is told of the reply that the run returns", async () => {
    const events: LoopEvent[] = [];
    const message = await runMinimalLoop(createState(), scripted([[text("hello")]]), noTools, "hi", (event) => {
      events.push(event);
    });
    expect(events).toEqual([{ type: "reply", message }]);
  });

  it("is awaited before the run ends", async () => {
    const order: string[] = [];
    await runMinimalLoop(createState(), scripted([[text("hello")]]), noTools, "hi", async () => {
      await new Promise((resolve) => setTimeout(resolve));
      order.push("output done");
    });
    order.push("run done");
    expect(order).toEqual(["output done", "run done"]);
  });

  it("may throw: the run rejects with that, and the reply stays what the provider said", async () => {
    const state = createState();
    const run = runMinimalLoop(state, scripted([[text("hello")]]), noTools, "hi", () => {
      throw new Error("screen is gone");
    });

    await expect(run).rejects.toThrow("screen is gone");
    const said: AssistantMessage = { role: "assistant", content: "hello", stopReason: "stop" };
    expect(state.messages).toEqual([{ role: "user", content: "hi" }, said]);
  });
});
