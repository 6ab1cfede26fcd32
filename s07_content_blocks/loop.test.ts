import { describe, expect, it } from "vitest";
import { call, fail, hangUp, text, type Reply, type Script } from "../shared/script.ts";
import { scripted, streaming } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { MAX_TURNS, runEventedToolLoop, type LoopEvent, type Output } from "./loop.ts";
import type { Provider, ProviderEvent } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

const echo: ToolHandler = async ({ text }) => saying(`heard ${String(text)}`);
const rejecting = (thrown: unknown): ToolHandler => {
  return () => Promise.reject(thrown);
};

/** The blocks of a reply. */
const said = (text: string) => ({ type: "text", text });
const called = (id: string, name: string, args = {}) => ({ type: "toolCall", id, name, arguments: args });

/** The reply of a provider that never stops asking. */
const asking = (request: number): Reply => [call(`call-${request}`, "echo")];

/** A core with some tools and a provider, ready to run, and the events it gives out. */
function setUp(source: Script | Provider, handlers: Record<string, ToolHandler> = { echo }) {
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  const registry = new ToolRegistry();
  for (const [name, handler] of Object.entries(handlers)) {
    registry.register({ spec: { name, description: `the tool ${name}` }, handler });
  }
  const provider = "stream" in source ? source : scripted(source, undefined, { blocks: true });
  const events: LoopEvent[] = [];
  const keep: Output = (event) => void events.push(event);
  const run = (output = keep) => runEventedToolLoop(state, provider, registry, {}, "hi", output);
  return { messages: state.messages, registry, events, run };
}

describe("a run", () => {
  it("without a call is one turn", async () => {
    const { messages, run } = setUp([[text("hello")]]);
    expect(await run()).toEqual({ role: "assistant", content: [said("hello")], stopReason: "stop" });
    expect(shapeOf(messages)).toEqual(["user", "assistant"]);
  });

  it("with a call goes user, assistant, toolResult, assistant", async () => {
    const { messages, run } = setUp([
      [text("let me "), text("see"), call("call-1", "echo", { text: "a" }), text("one moment")],
      [text("done")],
    ]);
    const reply = await run();

    expect(messages).toEqual([
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: [said("let me see"), called("call-1", "echo", { text: "a" }), said("one moment")],
        stopReason: "toolUse",
      },
      { role: "toolResult", toolCallId: "call-1", toolName: "echo", ...saying("heard a"), isError: false },
      { role: "assistant", content: [said("done")], stopReason: "stop" },
    ]);
    expect(messages.at(-1)).toBe(reply);
  });

  it("answers several calls of one reply in their order, once each, under their names", async () => {
    const calls = ["b", "a", "c"].map((id) => call(id, `echo ${id}`, { text: id }));
    const handlers = { "echo a": echo, "echo b": echo, "echo c": echo };
    const { messages, run } = setUp([calls, [text("done")]], handlers);
    await run();
    expect(shapeOf(messages).slice(1, -1)).toEqual(["assistant b a c", "toolResult b", "toolResult a", "toolResult c"]);
    expect(resultsIn(messages)).toEqual(["heard b", "heard a", "heard c"]);
    expect(messages.flatMap((message) => ("toolName" in message ? message.toolName : []))).toEqual([
      "echo b",
      "echo a",
      "echo c",
    ]);
  });

  it("waits for each tool before the next begins, however long it takes", async () => {
    const order: string[] = [];
    const slow: ToolHandler = async ({ name, steps }) => {
      for (let step = 0; step < Number(steps); step++) {
        order.push(`${String(name)} works`);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return saying(`${String(name)} is done as number ${order.push(`${String(name)} is done`)}`);
    };
    const calls = [call("1", "slow", { name: "a", steps: 2 }), call("2", "slow", { name: "b", steps: 1 })];
    const { messages, run } = setUp([calls, [text("done")]], { slow });
    await run();
    expect(order).toEqual(["a works", "a works", "a is done", "b works", "b is done"]);
    expect(resultsIn(messages)).toEqual(["a is done as number 3", "b is done as number 5"]);
  });

  it("goes on as long as replies ask, and shows each request all that came before", async () => {
    const provider = scripted([[call("1", "echo")], [call("2", "echo")], [text("done")]], undefined, { blocks: true });
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
        { type: "tool_call", call: { type: "toolCall", id: "1", name: "echo", arguments: {} } },
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
    ["an unknown tool", {}, "Tool broken not found (isError)"],
    ["an Error", { broken: rejecting(new Error("disk full")) }, "disk full (isError)"],
    ["a thrown string", { broken: rejecting("offline") }, "offline (isError)"],
    ["a thrown nothing", { broken: rejecting(undefined) }, "undefined (isError)"],
    ["a thrown object without a prototype", { broken: rejecting(Object.create(null)) }, "unknown error (isError)"],
  ])("%s", async (_, broken, result) => {
    const script = [[call("1", "broken"), call("2", "echo", { text: "b" })], [text("done")]];
    const { messages, run } = setUp(script, { echo, ...broken });
    expect(await run()).toMatchObject({ content: [said("done")], stopReason: "stop" });
    expect(resultsIn(messages)).toEqual([result, "heard b"]);
  });

  it("a result that begins like an error is none", async () => {
    const { messages, run } = setUp([[call("1", "echo")], [text("done")]], { echo: async () => saying("error: none") });
    await run();
    expect(messages[2]).toMatchObject({ isError: false, ...saying("error: none") });
  });

  it("a result that is no plain data, and the run goes on, and so does the next", async () => {
    const { messages, run } = setUp([[call("1", "open")], [text("done")], [text("hello again")]], {
      open: async () => saying("opened", { close: () => {} }),
    });
    expect(await run()).toMatchObject({ content: [said("done")], stopReason: "stop" });
    expect(messages[2]).toMatchObject({ role: "toolResult", isError: true });
    expect(await run()).toMatchObject({ content: [said("hello again")], stopReason: "stop" });
  });
});

describe("the turn limit", () => {
  it("ends a run that never ends, says so, and leaves no call without its result", async () => {
    const provider = scripted(asking, undefined, { blocks: true });
    const { messages, events, run } = setUp(provider);
    const reply = await run();

    expect(provider.requests).toHaveLength(MAX_TURNS);
    expect(reply).toEqual({
      role: "assistant",
      content: [],
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
    expect(await run()).toMatchObject({ content: [said("done")], stopReason: "stop" });
    expect(events.map((event) => event.type)).not.toContain("turn_limit");
  });

  it("counts anew in the next run", async () => {
    const { run } = setUp((request) => (request === 2 * MAX_TURNS ? [text("hello again")] : asking(request)));
    expect(await run()).toMatchObject({ stopReason: "error" });
    expect(await run()).toMatchObject({ content: [said("hello again")], stopReason: "stop" });
  });
});

describe("a stream that breaks", () => {
  it.each([
    ["is lost", fail("connection reset"), "connection reset"],
    ["hangs up", hangUp(), "stream ended without message_end"],
  ])("because it %s after a call, keeps blocks and result and ends this run only", async (_, end, errorMessage) => {
    const broken = [text("let me see"), call("1", "echo"), text("and"), end];
    const provider = scripted([broken, [text("hello again")]], undefined, { blocks: true });
    const { messages, run } = setUp(provider);

    const content = [said("let me see"), called("1", "echo"), said("and")];
    expect(await run()).toEqual({ role: "assistant", content, stopReason: "error", errorMessage });
    expect(provider.requests).toHaveLength(1);
    expect(shapeOf(messages)).toEqual(["user", "assistant 1", "toolResult 1"]);

    expect(await run()).toMatchObject({ content: [said("hello again")], stopReason: "stop" });
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
    const slow = async () => saying(`ran as number ${order.push("tool runs")}`);
    const { run } = setUp([[call("1", "slow")]], { slow });
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
