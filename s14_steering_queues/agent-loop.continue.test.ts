import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, fail, text, type Reply } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { shapeOf } from "../shared/testing/transcript.ts";
import { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentTool } from "./tools.ts";

const hi = userMessage("hi");

/** Everything that a run needs; `messages` is the array that the caller holds. */
function setUp(script: Reply[], messages: AgentMessage[] = [hi], more: Partial<AgentLoopConfig> = {}) {
  const echo: AgentTool = {
    name: "echo",
    label: "echo",
    description: "",
    parameters: Type.Object({}),
    execute: async () => saying("heard"),
  };
  const context: AgentContext = { systemPrompt: "be brief", messages, tools: [echo] };
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: (all) => sendAll([...all]), ...more };
  const { requests, streamFn } = scriptedStream(script);
  const events: AgentEvent[] = [];
  const emit = (event: AgentEvent) => void events.push(event);
  return { context, config, requests, streamFn, events, emit, types: () => events.map(({ type }) => type) };
}

/** A reply as a run leaves it. */
async function reply(): Promise<AgentMessage> {
  const { context, config, emit, streamFn } = setUp([[text("hello")]], []);
  const added = await runAgentLoop([hi], context, config, emit, undefined, streamFn);
  return added.at(-1) as AgentMessage;
}

const nothing = { messages: async (): Promise<AgentMessage[]> => [], error: "Cannot continue: no messages in context" };
const answered = {
  messages: async () => [hi, await reply()],
  error: "Cannot continue from message role: assistant",
};

describe("runAgentLoopContinue", () => {
  it("tells nothing of what was there, and returns what it added", async () => {
    const { context, config, emit, streamFn, events, types, requests } = setUp([[call("1", "echo")], [text("done")]]);
    const added = await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(types().slice(0, 3)).toEqual(["agent_start", "turn_start", "message_start"]);
    expect(events[2]).toMatchObject({ message: { role: "assistant" } });
    expect(shapeOf(added)).toEqual(["assistant 1", "toolResult 1", "assistant"]);
    expect(events.at(-1)).toEqual({ type: "agent_end", messages: added });
    expect(shapeOf(requests[0]?.messages ?? [])).toEqual(["user"]);
  });

  it("appends to the array that the caller holds, all along", async () => {
    const { context, config, streamFn } = setUp([[call("1", "echo")], [text("done")]]);
    const { messages } = context;
    const lengths: number[] = [];
    const emit = ({ type }: AgentEvent) => void (type === "turn_end" && lengths.push(messages.length));
    const added = await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(context.messages).toBe(messages);
    expect(messages).toEqual([hi, ...added]);
    expect(lengths).toEqual([3, 4]);
  });

  it("appends what was said meanwhile, too", async () => {
    const polls = [[], [userMessage("wait")]];
    const { context, config, emit, streamFn } = setUp([[text("done")], [text("done")]], [hi], {
      getSteeringMessages: async () => polls.shift() ?? [],
    });
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(shapeOf(context.messages)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("appends to the one that it began with, whatever the caller puts in its place", async () => {
    const { context, config, streamFn, requests } = setUp([[call("1", "echo")], [text("done")]]);
    const { messages } = context;
    const emit = ({ type }: AgentEvent) => void (type === "turn_end" && (context.messages = []));
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(shapeOf(messages)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
    expect(requests[1]?.messages).toHaveLength(3);
  });

  it("appends what is said meanwhile once it was told of", async () => {
    const wait = userMessage("wait");
    const polls = [[wait]];
    const { context, config, streamFn } = setUp([[text("done")]], [hi], {
      getSteeringMessages: async () => polls.shift() ?? [],
    });
    const kept: boolean[] = [];
    const emit = (event: AgentEvent) =>
      void ("message" in event && event.message === wait && kept.push(context.messages.includes(wait)));
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(kept).toEqual([false, false]);
    expect(context.messages[1]).toBe(wait);
  });

  it("waits for the sink at each event", async () => {
    const { emit, expectHeardInTurn } = slowSink();
    const { context, config, streamFn } = setUp([[text("done")]]);
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expectHeardInTurn("agent_end");
  });

  it("goes on from results, without running their tools again", async () => {
    const { context, config, emit, streamFn } = setUp([
      [call("1", "echo")],
      [text("so"), fail("gone")],
      [text("done")],
    ]);
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(context.messages.pop()).toMatchObject({ stopReason: "error" });
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(shapeOf(context.messages)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
    expect(context.messages.at(-1)).toMatchObject({ stopReason: "stop" });
  });

  it("leaves a failed reply in the caller's array: whoever tries again has to take it out", async () => {
    const { context, config, emit, streamFn } = setUp([[fail("gone")]]);
    await runAgentLoopContinue(context, config, emit, undefined, streamFn);
    expect(context.messages.at(-1)).toMatchObject({ stopReason: "error" });
    const again = runAgentLoopContinue(context, config, emit, undefined, streamFn);
    await expect(again).rejects.toThrow(answered.error);
  });

  it("hands the signal on", async () => {
    const { context, config, emit, streamFn } = setUp([[text("unsaid")]]);
    const added = await runAgentLoopContinue(context, config, emit, AbortSignal.abort(), streamFn);
    expect(added).toMatchObject([{ role: "assistant", stopReason: "aborted" }]);
  });
});

describe.each([nothing, answered])("a transcript that cannot be answered: $error", ({ messages, error }) => {
  it("makes runAgentLoopContinue reject, before any event or request, not throw", async () => {
    const { context, config, emit, streamFn, events, requests } = setUp([], await messages());
    const before = [...context.messages];
    const refused = runAgentLoopContinue(context, config, emit, undefined, streamFn);
    await expect(refused).rejects.toThrow(error);
    expect({ events, requests }).toEqual({ events: [], requests: [] });
    expect(context.messages).toEqual(before);
  });

  it("makes agentLoopContinue throw at once", async () => {
    const { context, config, streamFn } = setUp([], await messages());
    expect(() => agentLoopContinue(context, config, undefined, streamFn)).toThrow(error);
  });
});

describe("the caller's array and a prompt", () => {
  it("stays as it was: the run has an array of its own", async () => {
    const { context, config, emit, streamFn } = setUp([[text("done")]]);
    const added = await runAgentLoop([userMessage("more")], context, config, emit, undefined, streamFn);
    expect(context.messages).toEqual([hi]);
    expect(shapeOf(added)).toEqual(["user", "assistant"]);
  });
});

describe("agentLoopContinue", () => {
  it("hands the signal on", async () => {
    const { context, config, streamFn } = setUp([[text("unsaid")]]);
    const added = await agentLoopContinue(context, config, AbortSignal.abort(), streamFn).result();
    expect(added).toMatchObject([{ role: "assistant", stopReason: "aborted" }]);
  });

  it("is the same run as a stream", async () => {
    const { context, config, streamFn } = setUp([[text("done")]]);
    const stream = agentLoopContinue(context, config, undefined, streamFn);
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types.slice(0, 3)).toEqual(["agent_start", "turn_start", "message_start"]);
    expect(types.at(-1)).toBe("agent_end");
    expect(context.messages).toEqual([hi, ...(await stream.result())]);
  });

  it.each([
    ["agentLoopContinue", agentLoopContinue],
    [
      "agentLoop",
      (context: AgentContext, ...rest: [AgentLoopConfig, undefined, never]) => agentLoop([hi], context, ...rest),
    ],
  ] as const)("%s passes on what a broken stream function throws", async (_, start) => {
    const { context, config } = setUp([]);
    const broken = (() => {
      throw new Error("no key");
    }) as never;
    await expect(start(context, config, undefined, broken).result()).rejects.toThrow("no key");
  });
});
