import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, end, fail, fragments, meanwhile, text, type Part, type Script } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import { MAX_TURNS } from "./loop.ts";
import type { Message } from "./messages.ts";
import { parseStreamingJson } from "./salvage.ts";

const CUT = /was not executed: the response hit the output token limit/;

/** Runs a script with one tool; `said` is what happened, in order. */
async function run(script: Script<AgentContext>, config: Partial<AgentLoopConfig> = {}) {
  const said: string[] = [];
  const remove = {
    name: "remove",
    label: "",
    description: "",
    parameters: Type.Object({ path: Type.String() }),
    async execute(_id: string, params: unknown) {
      said.push(`rm ${(params as { path: string }).path}`);
      return saying("removed");
    },
  };
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [remove] };
  const provider = scriptedStream(script, context, { parseArguments: parseStreamingJson });
  const added = await runAgentLoop(
    [userMessage("go")],
    context,
    { model: stageModel("a"), convertToLlm: sendAll, ...config },
    (event) => void said.push("message" in event ? `${event.type} ${event.message.role}` : event.type),
    undefined,
    provider.streamFn,
  );
  return { said, provider, messages: added as Message[] };
}

const removal = (id: string, path = "/data/tmp/old") => call(id, "remove", { path });
const cutRemoval = (id: string) => fragments(id, "remove", ['{"path":', '"/data']);
const done = [text("done")];

describe("a whole reply", () => {
  it("is shown to the hooks itself, not a copy of it", async () => {
    const seen: unknown[] = [];
    const { messages } = await run([[removal("call-1")], done], {
      beforeToolCall: async ({ assistantMessage }) => void seen.push(assistantMessage) as undefined,
    });
    expect(seen[0]).toBe(messages[1]);
  });

  it("is complete before any of its calls runs", async () => {
    const { said } = await run([[removal("call-1"), text("wait"), removal("call-2", "/b")], done]);
    const reply = said.indexOf("message_end assistant");
    expect(said.slice(0, reply).filter((line) => /^(rm|tool_execution)/.test(line))).toEqual([]);
    expect(said.slice(reply + 1).filter((line) => line.startsWith("rm"))).toEqual(["rm /data/tmp/old", "rm /b"]);
  });

  it("runs its calls whatever its stop reason says, unless that is length", async () => {
    const { said, messages } = await run([[removal("call-1"), end("stop")], done]);
    expect(said).toContain("rm /data/tmp/old");
    expect(shapeOf(messages)).toEqual(["user", "assistant call-1", "toolResult call-1", "assistant"]);
  });

  it("is made from what the caller holds as its turn begins", async () => {
    const change = meanwhile<AgentContext>("", (context) => void (context.systemPrompt = "be loud"));
    const { provider } = await run([[removal("call-1"), change], done]);
    expect(provider.requests.map(({ systemPrompt }) => systemPrompt)).toEqual(["", "be loud"]);
  });

  it("runs the tool that the model was shown, though it is gone by then", async () => {
    const uninstall = meanwhile<AgentContext>("", ({ tools }) => void tools?.splice(0));
    const { said } = await run([[removal("call-1"), uninstall], done]);
    expect(said).toContain("rm /data/tmp/old");
  });
});

describe("a reply that hit the limit", () => {
  it("runs none of its calls, not even one that is whole, and asks no hook", async () => {
    const asked = () => Promise.reject(new Error("must not be asked"));
    const hooks = { beforeToolCall: asked, afterToolCall: asked };
    const reply = [removal("call-1"), cutRemoval("call-2"), call("call-3", "banana"), end("length")];
    const { said, messages } = await run([reply, done], hooks);
    expect(said.filter((line) => line.startsWith("rm"))).toEqual([]);
    expect(resultsIn(messages)).toEqual([CUT, CUT, CUT].map((cut) => expect.stringMatching(cut)));
  });

  it("is answered, and the model is asked again", async () => {
    const { provider, messages } = await run([[cutRemoval("call-1"), end("length")], [removal("call-2")], done]);
    expectEachCallAnswered(messages);
    expect(provider.requests).toHaveLength(3);
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({ role: "toolResult", isError: true });
    expect(resultsIn(messages)).toEqual([expect.stringMatching(CUT), "removed"]);
  });

  it("ends the run when it has no call: there is nothing to answer", async () => {
    const { provider, messages } = await run([[text("half a sen"), end("length")]]);
    expect(provider.requests).toHaveLength(1);
    expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "length" });
  });

  it("does not go on for ever when the model never manages", async () => {
    const { provider, messages } = await run((request) => [cutRemoval(`call-${request}`), end("length")]);
    expect(provider.requests).toHaveLength(MAX_TURNS);
    expect(messages.at(-1)).toMatchObject({ stopReason: "error" });
  });
});

describe("the turn limit", () => {
  it("waits for the sink as any other turn does", async () => {
    const { emit, expectHeardInTurn } = slowSink();
    const config: AgentLoopConfig = { model: stageModel("a"), convertToLlm: sendAll };
    const context: AgentContext = { systemPrompt: "", messages: [] };
    const { streamFn } = scriptedStream((request) => [call(`call-${request}`, "nope")]);
    await runAgentLoop([userMessage("hi")], context, config, emit, undefined, streamFn);
    expectHeardInTurn("agent_end");
  });
});

describe.each([
  ["fails", fail("connection reset"), "error"],
  ["is aborted", end("aborted"), "aborted"],
] as const)("a reply that %s", (_, ending: Part, stopReason) => {
  it("runs no call, answers none, and ends the run", async () => {
    const { said, provider, messages } = await run([[removal("call-1"), removal("call-2"), ending]]);
    expect(said.filter((line) => /^(rm|tool_execution)/.test(line))).toEqual([]);
    expect(shapeOf(messages)).toEqual(["user", "assistant call-1 call-2"]);
    expect(messages.at(-1)).toMatchObject({ stopReason });
    expect(provider.requests).toHaveLength(1);
    expect(said.slice(-2)).toEqual(["turn_end assistant", "agent_end"]);
  });
});
