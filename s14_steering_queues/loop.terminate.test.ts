import { expect, it } from "vitest";
import { Type } from "typebox";
import { STAGE_MODEL, stageModel, userMessage } from "../shared/props.ts";
import { call, end, text, type Script } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered, shapeOf } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentLoopConfig } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { AgentTool } from "./tools.ts";

const tool = (name: string, terminate?: boolean): AgentTool => ({
  name,
  label: name,
  description: "",
  parameters: Type.Object({}),
  execute: async () => ({ ...saying(name), terminate }),
});

/** One run with a tool that asks to end it and one that does not. */
async function run(script: Script, config: Partial<AgentLoopConfig> = {}) {
  const events: AgentEvent[] = [];
  const stream = scriptedStream(script);
  const context = { systemPrompt: "", messages: [], tools: [tool("submit", true), tool("read")] };
  const merged: AgentLoopConfig = { model: stageModel(STAGE_MODEL), convertToLlm: sendAll, ...config };
  const emit = (event: AgentEvent) => void events.push(event);
  const added = await runAgentLoop([userMessage("hi")], context, merged, emit, undefined, stream.streamFn);
  return { added, events: events.map(({ type }) => type), requests: stream.requests.length };
}

it("ends the run after the batch when all results ask: results are kept, the provider is not asked again", async () => {
  const { added, events, requests } = await run([[call("a", "submit"), call("b", "submit")], [text("too late")]]);
  expect(shapeOf(added)).toEqual(["user", "assistant a b", "toolResult a", "toolResult b"]);
  expectEachCallAnswered(added);
  expect(requests).toBe(1);
  expect(events.slice(-2)).toEqual(["turn_end", "agent_end"]);
});

it("goes on when one result of the batch does not ask", async () => {
  const { added, requests } = await run([[call("a", "submit"), call("b", "read")], [text("done")]]);
  expect(requests).toBe(2);
  expect(shapeOf(added).at(-1)).toBe("assistant");
});

it("forgets what was asked in an earlier turn", async () => {
  const { requests } = await run([[call("a", "submit"), call("b", "read")], [call("c", "read")], [text("done")]]);
  expect(requests).toBe(3);
});

it("ends when the after hook asks for every call", async () => {
  const { requests } = await run([[call("a", "read")], [text("too late")]], {
    afterToolCall: async () => ({ terminate: true }),
  });
  expect(requests).toBe(1);
});

it("keeps `terminate` out of the transcript", async () => {
  const { added } = await run([[call("a", "submit")]]);
  expect(added.at(-1)).toMatchObject({ role: "toolResult" });
  expect(added.at(-1)).not.toHaveProperty("terminate");
});

it("goes on after a reply that was cut off: a tool that did not run asks for nothing", async () => {
  const { requests, added } = await run([[call("a", "submit"), end("length")], [text("again")]]);
  expect(requests).toBe(2);
  expectEachCallAnswered(added);
});
