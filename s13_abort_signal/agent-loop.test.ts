import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, fail, text, type Reply } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { shapeOf } from "../shared/testing/transcript.ts";
import { agentLoop, runAgentLoop } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { AgentEvent, AgentEventSink } from "./events.ts";
import type { StreamFn } from "./provider.ts";
import type { AgentTool } from "./tools.ts";

const hi = userMessage("hi");
const earlier = userMessage("earlier");
const callOnce = [[call("1", "echo")], [text("done")]];

/** Everything that one run needs. */
function setUp(script: Reply[] | StreamFn, execute: AgentTool["execute"] = async () => saying("heard")) {
  const echo = { name: "echo", label: "echo", description: "", parameters: { type: "object" }, execute };
  const context: AgentContext = { systemPrompt: "be brief", messages: [earlier], tools: [echo] };
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: sendAll };
  const streamFn: StreamFn = typeof script === "function" ? script : scriptedStream(script).streamFn;
  const events: AgentEvent[] = [];
  const keep = (event: AgentEvent) => void events.push(event);
  const run = (emit: AgentEventSink = keep, signal?: AbortSignal) =>
    runAgentLoop([hi], context, config, emit, signal, streamFn);
  const stream = () => agentLoop([hi], context, config, undefined, streamFn);
  return { context, config, events, run, stream };
}

const throwing = (error: Error): StreamFn => {
  return () => {
    throw error;
  };
};

/** The types of events, without what happens within a message and when tools run. */
const outline = (events: readonly AgentEvent[]) =>
  events.map(({ type }) => type).filter((type) => type !== "message_update" && !type.startsWith("tool_execution"));

const IN_ORDER = [
  ["agent_start", "turn_start", "message_start", "message_end"],
  ["message_start", "message_end", "message_start", "message_end"],
  ["turn_end", "turn_start", "message_start", "message_end", "turn_end", "agent_end"],
].flat();

describe("runAgentLoop", () => {
  it("tells of run, turns and messages, in this order", async () => {
    const { events, run } = setUp(callOnce);
    await run();
    expect(outline(events)).toEqual(IN_ORDER);
  });

  it("resolves to what it added, prompts included, tells the same at its end, and leaves the context alone", async () => {
    const { context, events, run } = setUp(callOnce);
    const added = await run();
    expect(shapeOf(added)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
    expect(events.at(-1)).toEqual({ type: "agent_end", messages: added });
    expect(context.messages).toEqual([earlier]);
  });

  it("tells of every prompt, and leaves the caller's list of them alone", async () => {
    const { context, config, events } = setUp([]);
    const prompts = [hi, userMessage("and")];
    const { streamFn } = scriptedStream([[text("done")]]);
    const added = await runAgentLoop(prompts, context, config, (event) => void events.push(event), undefined, streamFn);
    expect(events.flatMap((event) => (event.type === "message_end" ? [event.message] : []))).toEqual(added);
    expect(prompts).toEqual(added.slice(0, 2));
  });

  it("runs a tool as a method of its own", async () => {
    const { run } = setUp(callOnce, async function (this: AgentTool) {
      return saying(this.name);
    });
    expect((await run())[2]).toMatchObject(saying("echo"));
  });

  it("goes on where the caller's context stands: what was appended is sent", async () => {
    const { context, config } = setUp([]);
    const { requests, streamFn } = scriptedStream([[text("one")], [text("two")]]);
    for (const prompt of [hi, userMessage("again")]) {
      context.messages.push(...(await runAgentLoop([prompt], context, config, () => {}, undefined, streamFn)));
    }
    expect(requests.map(({ messages }) => messages.length)).toEqual([2, 4]);
    expect(requests[1]?.messages).toEqual(context.messages.slice(0, 4));
  });

  it("hands the signal to the stream function", async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const { run } = setUp((model, context, options) => {
      seen.push(options?.signal);
      return scriptedStream([[text("done")]]).streamFn(model, context, options);
    });
    await run(undefined, signal);
    expect(seen).toEqual([signal]);
  });

  it("waits for the sink at each event: nothing goes on before", async () => {
    const order: string[] = [];
    const { run } = setUp(callOnce, async () => saying(`ran as number ${order.push("tool runs")}`));
    await run(async ({ type }) => {
      order.push(type);
      await new Promise((resolve) => setImmediate(resolve));
      order.push("heard");
    });
    const at = order.indexOf("tool runs");
    expect(order.slice(at - 2, at + 3)).toEqual([
      "tool_execution_start",
      "heard",
      "tool runs",
      "tool_execution_end",
      "heard",
    ]);
  });

  it.each<[string, Reply[]]>([
    ["of calls, one of them refused", [[call("1", "echo"), call("2", "nope")], [text("done")]]],
    ["of a reply that fails at once", [[fail("refused")]]],
  ])("tells no event before the last one was heard, and resolves after that: a run %s", async (_, script) => {
    const { emit, expectHeardInTurn } = slowSink();
    await setUp(script).run(emit);
    expectHeardInTurn("agent_end");
  });

  it.each<[string, (given: ReturnType<typeof setUp>) => Promise<unknown>]>([
    ["the sink", ({ run }) => run(({ type }) => (type === "turn_end" ? Promise.reject(new Error("gone")) : undefined))],
    ["convertToLlm", ({ config, run }) => run(void (config.convertToLlm = () => Promise.reject(new Error("gone"))))],
    ["the stream function", () => setUp(throwing(new Error("gone"))).run()],
  ])("rejects when %s fails, and leaves the context alone", async (_, broken) => {
    const given = setUp(callOnce);
    await expect(broken(given)).rejects.toThrow("gone");
    expect(given.context.messages).toEqual([earlier]);
  });

  it("does not reject when a reply fails as the contract has it", async () => {
    const { run, events } = setUp([[fail("refused")]]);
    expect(await run()).toMatchObject([hi, { stopReason: "error", errorMessage: "refused" }]);
    expect(outline(events).slice(-4)).toEqual(["message_start", "message_end", "turn_end", "agent_end"]);
  });
});

describe("agentLoop", () => {
  it("is the same run as a stream: its events in order, and its messages as the result", async () => {
    const events: AgentEvent[] = [];
    const stream = setUp(callOnce).stream();
    for await (const event of stream) events.push(event);
    const asked = setUp(callOnce);
    const added = await asked.run();
    const untimed = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, one) => (key === "timestamp" ? 0 : one)));
    expect(untimed(events)).toEqual(untimed(asked.events));
    expect(untimed(await stream.result())).toEqual(untimed(added));
    const last = events.at(-1);
    expect(last?.type === "agent_end" && last.messages).toBe(await stream.result());
  });

  it("hands the signal on", async () => {
    const { context, config } = setUp([]);
    const { streamFn } = scriptedStream([[text("unsaid")]]);
    const added = await agentLoop([hi], context, config, AbortSignal.abort(), streamFn).result();
    expect(added.at(-1)).toMatchObject({ stopReason: "aborted" });
  });

  it("waits for nobody: the run is over though not one event was read, and all of them still are there", async () => {
    const stream = setUp(callOnce).stream();
    expect(shapeOf(await stream.result())).toHaveLength(4);
    const events: AgentEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(outline(events)).toEqual(IN_ORDER);
  });

  it("goes on when its consumer leaves", async () => {
    const ran: string[] = [];
    const stream = setUp(callOnce, async (id) => (ran.push(id), saying("heard"))).stream();
    for await (const { type } of stream) if (type === "agent_start") break;
    expect(shapeOf(await stream.result())).toHaveLength(4);
    expect(ran).toEqual(["1"]);
  });

  it("passes on what a broken stream function throws, to the iteration and to the result", async () => {
    const stream = setUp(throwing(new Error("no key"))).stream();
    const events: AgentEvent[] = [];
    const reading = (async () => {
      for await (const event of stream) events.push(event);
    })();
    await expect(reading).rejects.toThrow("no key");
    await expect(stream.result()).rejects.toThrow("no key");
    expect(outline(events)).toEqual(["agent_start", "turn_start", "message_start", "message_end"]);
  });
});
