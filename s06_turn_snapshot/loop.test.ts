import { describe, expect, it } from "vitest";
import { call, fail, hangUp, text, type Reply, type Script } from "../shared/script.ts";
import { scripted, streaming } from "../shared/testing/providers.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { MAX_TURNS, runEventedToolLoop, type LoopEvent, type Output } from "./loop.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

const echo: ToolHandler = ({ text }) => `heard ${String(text)}`;

function throwing(thrown: unknown): ToolHandler {
  return () => {
    throw thrown;
  };
}

/** The reply of a provider that never stops asking. */
const asking = (request: number): Reply => [call(`call-${request}`, "echo")];

/** A core with some tools and a provider, ready to run, and the events it gives out. */
function setUp(source: Script | Provider, handlers: Record<string, ToolHandler> = { echo }) {
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  const registry = new ToolRegistry();
  for (const [name, handler] of Object.entries(handlers)) {
    registry.register({ spec: { name, description: `the tool ${name}` }, handler });
  }
  const provider = "stream" in source ? source : scripted(source);
  const events: LoopEvent[] = [];
  const keep: Output = (event) => void events.push(event);
  const run = (output = keep) => runEventedToolLoop(state, provider, registry, {}, "hi", output);
  return { messages: state.messages, registry, events, run };
}

describe("a run", () => {
  it("without a call is one turn", async () => {
    const { messages, run } = setUp([[text("hello")]]);
    expect(await run()).toEqual({ role: "assistant", content: "hello", stopReason: "stop" });
    expect(shapeOf(messages)).toEqual(["user", "assistant"]);
  });

  it("with a call goes user, assistant, toolResult, assistant", async () => {
    const { messages, run } = setUp([[text("let me see"), call("call-1", "echo", { text: "a" })], [text("done")]]);
    const reply = await run();

    expect(messages).toEqual([
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: "let me see",
        stopReason: "toolUse",
        toolCalls: [{ id: "call-1", name: "echo", arguments: { text: "a" } }],
      },
      { role: "toolResult", toolCallId: "call-1", content: "heard a" },
      { role: "assistant", content: "done", stopReason: "stop" },
    ]);
    expect(messages.at(-1)).toBe(reply);
  });

  it("answers several calls of one reply in their order, once each", async () => {
    const calls = ["b", "a", "c"].map((id) => call(id, "echo", { text: id }));
    const { messages, run } = setUp([calls, [text("done")]]);
    await run();
    expect(shapeOf(messages).slice(1, -1)).toEqual(["assistant b a c", "toolResult b", "toolResult a", "toolResult c"]);
    expect(resultsIn(messages)).toEqual(["heard b", "heard a", "heard c"]);
  });

  it("goes on as long as replies ask, and shows each request all that came before", async () => {
    const provider = scripted([[call("1", "echo")], [call("2", "echo")], [text("done")]]);
    const { messages, run } = setUp(provider);
    await run();
    expect(shapeOf(messages).slice(1)).toEqual([
      "assistant 1",
      "toolResult 1",
      "assistant 2",
      "toolResult 2",
      "assistant",
    ]);
    expect(provider.requests.map((request) => request.messages)).toEqual(
      [1, 3, 5].map((length) => messages.slice(0, length)),
    );
  });

  it("goes by the calls of a reply, whatever its stopReason says", async () => {
    const replies: ProviderEvent[][] = [
      [
        { type: "tool_call", call: { id: "1", name: "echo", arguments: {} } },
        { type: "message_end", stopReason: "stop" },
      ],
      [{ type: "message_end", stopReason: "toolUse" }],
    ];
    const { messages, run } = setUp({ stream: () => streaming(...(replies.shift() ?? [])).stream() });
    await run();
    expect(shapeOf(messages)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
    expect(replies).toEqual([]);
  });
});

describe("what goes wrong with a tool becomes its result:", () => {
  it.each([
    ["an unknown tool", {}, "error: Tool broken not found"],
    ["an Error", { broken: throwing(new Error("disk full")) }, "error: disk full"],
    ["a thrown string", { broken: throwing("offline") }, "error: offline"],
    ["a thrown nothing", { broken: throwing(undefined) }, "error: undefined"],
    ["a thrown object without a prototype", { broken: throwing(Object.create(null)) }, "error: unknown error"],
  ])("%s", async (_, broken, content) => {
    const script = [[call("1", "broken"), call("2", "echo", { text: "b" })], [text("done")]];
    const { messages, run } = setUp(script, { echo, ...broken });
    expect(await run()).toMatchObject({ content: "done", stopReason: "stop" });
    expect(resultsIn(messages)).toEqual([content, "heard b"]);
  });
});

describe("the turn limit", () => {
  it("ends a run that never ends, says so, and leaves no call without its result", async () => {
    const provider = scripted(asking);
    const { messages, events, run } = setUp(provider);
    const reply = await run();

    expect(provider.requests).toHaveLength(MAX_TURNS);
    expect(reply).toEqual({
      role: "assistant",
      content: "",
      stopReason: "error",
      errorMessage: `Stopped after ${MAX_TURNS} turns`,
    });
    expect(events.at(-1)).toEqual({ type: "turn_limit", maxTurns: MAX_TURNS });
    expect(messages.at(-1)).toBe(reply);
    expect(messages).toHaveLength(1 + 2 * MAX_TURNS + 1);
    expectEachCallAnswered(messages);
  });

  it("is not reached by a run that answers in its last turn", async () => {
    const { events, run } = setUp((request) => (request < MAX_TURNS ? asking(request) : [text("done")]));
    expect(await run()).toMatchObject({ content: "done", stopReason: "stop" });
    expect(events.map((event) => event.type)).not.toContain("turn_limit");
  });

  it("counts anew in the next run", async () => {
    const { run } = setUp((request) => (request === 2 * MAX_TURNS ? [text("hello again")] : asking(request)));
    expect(await run()).toMatchObject({ stopReason: "error" });
    expect(await run()).toMatchObject({ content: "hello again", stopReason: "stop" });
  });
});

describe("a stream that breaks", () => {
  it.each([
    ["is lost", fail("connection reset"), "connection reset"],
    ["hangs up", hangUp(), "stream ended without message_end"],
  ])("because it %s after a call, keeps call and result and ends this run only", async (_, end, errorMessage) => {
    const provider = scripted([[text("let me see"), call("1", "echo"), end], [text("hello again")]]);
    const { messages, run } = setUp(provider);

    expect(await run()).toMatchObject({ content: "let me see", stopReason: "error", errorMessage });
    expect(provider.requests).toHaveLength(1);
    expect(shapeOf(messages)).toEqual(["user", "assistant 1", "toolResult 1"]);

    expect(await run()).toMatchObject({ content: "hello again", stopReason: "stop" });
  });
});

describe("the transcript", () => {
  it("is not rewritten by a handler that changes its arguments", async () => {
    const args = { mode: "read", where: { path: "/home" } };
    const { messages, run } = setUp([[call("1", "vandal", args)], [text("done")]], {
      vandal(given) {
        Object.assign(given["where"] as object, { path: "forged" });
        delete given["mode"];
        return "done";
      },
    });
    await run();
    expect(messages[1]).toMatchObject({ toolCalls: [{ id: "1", name: "vandal", arguments: args }] });
  });

  it("is not rewritten through a request, and neither are the tools", async () => {
    const { messages, registry, run } = setUp({
      async *stream(request) {
        for (const message of request.messages) message.content = "forged";
        for (const spec of request.tools) spec.name = "forged";
        yield { type: "message_end", stopReason: "stop" };
      },
    });
    await run();
    expect(messages[0]).toEqual({ role: "user", content: "hi" });
    expect(registry.getSpecs()).toEqual([{ name: "echo", description: "the tool echo" }]);
  });
});

describe("output", () => {
  it("is given a call, then its result, then the rest of the reply", async () => {
    const { messages, events, run } = setUp([[call("1", "echo"), text("and")], [text("done")]]);
    await run();
    const firstTurn = events.slice(1, 5).map((event) => event.type);
    expect(firstTurn).toEqual(["tool_call", "tool_result", "text_delta", "message_end"]);
    expect(events[2]).toEqual({ type: "tool_result", result: messages[2] });
  });

  it("is awaited: nothing goes on before an event was shown", async () => {
    const order: string[] = [];
    const { run } = setUp([[call("1", "slow")]], { slow: () => `ran as number ${order.push("tool runs")}` });
    await run(async ({ type }) => {
      order.push(`show ${type}`);
      await new Promise((resolve) => setTimeout(resolve));
      order.push("shown");
    });
    const fromTheCallOn = order.slice(2, 9).join(", ");
    expect(fromTheCallOn).toBe("show tool_call, shown, tool runs, show tool_result, shown, show message_end, shown");
  });

  it.each(["tool_call", "tool_result", "message_end", "turn_limit"])(
    "may throw at %s: the run rejects with that, and no call stays without its result",
    async (type) => {
      const { messages, run } = setUp((request) => [call(String(request), "echo")]);
      const broken = run((event) => {
        if (event.type === type) throw new Error("screen is gone");
      });
      await expect(broken).rejects.toThrow("screen is gone");
      expectEachCallAnswered(messages);
      expect(messages.filter((message) => message.role === "user")).toHaveLength(1);
    },
  );
});
