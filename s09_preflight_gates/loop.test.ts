import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, end, fail, meanwhile, text, type Part, type Script } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { ToolHooks } from "./hooks.ts";
import { MAX_TURNS } from "./loop.ts";
import type { AgentTool } from "./tools.ts";

const echo: AgentTool = {
  name: "echo",
  label: "echo",
  description: "",
  parameters: Type.Object({}),
  execute: async (id) => saying(`heard ${id}`),
};

/** One run after "hi": what it added, what it told, what was asked. */
async function run(script: Script<AgentContext>, context: AgentContext = contextWith(echo), hooks: ToolHooks = {}) {
  const config = { model: stageModel("model-a"), convertToLlm: (all: AgentContext["messages"]) => all, ...hooks };
  const stream = scriptedStream(script, context);
  const events: AgentEvent[] = [];
  const emit = (event: AgentEvent) => void events.push(event);
  const added = await runAgentLoop([userMessage("hi")], context, config, emit, undefined, stream.streamFn);
  return { added, events, types: events.map(({ type }) => type), requests: stream.requests };
}

const contextWith = (...tools: AgentTool[]): AgentContext => ({ systemPrompt: "be brief", messages: [], tools });
const asking = (request: number) => [call(`call-${request}`, "echo")];

describe("a turn", () => {
  it("answers the calls of its reply in their order; the messages come after the end of the reply", async () => {
    const { added, types, events } = await run([[call("b", "echo"), call("a", "echo"), text("and")], [text("done")]]);
    expect(shapeOf(added)).toEqual(["user", "assistant b a", "toolResult b", "toolResult a", "assistant"]);
    expect(resultsIn(added)).toEqual(["heard b", "heard a"]);
    const turnEnd = types.indexOf("turn_end");
    const results = "message_start message_end message_start message_end";
    expect(types.slice(turnEnd - 5, turnEnd).join(" ")).toBe(`message_end ${results}`);
    expect(events[turnEnd]).toEqual({ type: "turn_end", message: added[1], toolResults: added.slice(2, 4) });
  });

  it.each<[string, Part, string]>([
    ["is lost", fail("connection reset"), "error"],
    ["is aborted", end("aborted"), "aborted"],
  ])("ends the run when its reply %s, and keeps the results there are", async (_, broken, stopReason) => {
    const { added, types, requests } = await run([[text("let me see"), call("1", "echo"), broken], [text("more")]]);
    expect(shapeOf(added)).toEqual(["user", "assistant 1", "toolResult 1"]);
    expect(added[1]).toMatchObject({ stopReason });
    expect(types.slice(-2)).toEqual(["turn_end", "agent_end"]);
    expect(requests).toHaveLength(1);
  });

  it("shows its request all that came before", async () => {
    const { added, requests } = await run([[call("1", "echo")], [call("2", "echo")], [text("done")]]);
    expect(requests.map(({ messages }) => messages)).toEqual([1, 3, 5].map((length) => added.slice(0, length)));
  });

  it("shows its hooks the reply as far as it has come, and the context of the turn", async () => {
    const seen: unknown[] = [];
    const look: AgentLoopConfig["beforeToolCall"] = async ({ assistantMessage, context }) => {
      seen.push(assistantMessage.content.length, context.systemPrompt, context.messages.at(-1) === assistantMessage);
      return undefined;
    };
    const script = [[text("let me see"), call("1", "echo"), text("and")], [text("done")]];
    await run(script, contextWith(echo), { beforeToolCall: look });
    expect(seen).toEqual([2, "be brief", true]);
  });

  it("goes by the calls of a reply, whatever its stopReason says", async () => {
    const { added } = await run([[call("1", "echo"), end("stop")], [text("done")]]);
    expect(shapeOf(added)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
  });

  it("runs the tools that its request showed; a change counts from the next turn on", async () => {
    const shout = { ...echo, name: "shout", execute: async () => saying("HI") };
    const swap = meanwhile("", (context: AgentContext) => {
      context.tools?.splice(0, 1, shout);
      context.systemPrompt = "be loud";
    });
    const script = [[swap, call("1", "echo"), call("2", "shout")], [call("3", "echo"), call("4", "shout")], [text("")]];
    const { added, requests } = await run(script);
    expect(resultsIn(added)).toEqual([
      "heard 1",
      "Tool shout not found (isError)",
      "Tool echo not found (isError)",
      "HI",
    ]);
    expect(requests.map(({ systemPrompt, tools }) => [systemPrompt, tools?.[0]?.name])).toEqual([
      ["be brief", "echo"],
      ["be loud", "shout"],
      ["be loud", "shout"],
    ]);
  });
});

describe("the turn limit", () => {
  it("ends a run that never ends with a reply of the core's own, told like any other", async () => {
    const { added, types, events, requests } = await run(asking);
    expect(requests).toHaveLength(MAX_TURNS);
    expect(added).toHaveLength(1 + 2 * MAX_TURNS + 1);
    expect(added.at(-1)).toMatchObject({
      role: "assistant",
      content: [],
      api: "scripted",
      provider: "scripted",
      model: "model-a",
      stopReason: "error",
      errorMessage: `Stopped after ${MAX_TURNS} turns`,
      timestamp: expect.any(Number),
    });
    expectEachCallAnswered(added);
    expect(types.slice(-5)).toEqual(["turn_start", "message_start", "message_end", "turn_end", "agent_end"]);
    expect(events.at(-1)).toEqual({ type: "agent_end", messages: added });
  });

  it("is not reached by a run that answers in its last turn", async () => {
    const { added } = await run((request) => (request < MAX_TURNS ? asking(request) : [text("done")]));
    expect(added.at(-1)).toMatchObject({ content: saying("done").content, stopReason: "stop" });
  });

  it("waits for the sink as any other turn does", async () => {
    const { emit, expectHeardInTurn } = slowSink();
    const config: AgentLoopConfig = { model: stageModel("a"), convertToLlm: sendAll };
    const context: AgentContext = { systemPrompt: "", messages: [] };
    const { streamFn } = scriptedStream((request) => [call(`call-${request}`, "nope")]);
    await runAgentLoop([userMessage("hi")], context, config, emit, undefined, streamFn);
    expectHeardInTurn("agent_end");
  });
});
