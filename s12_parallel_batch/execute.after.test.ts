import { Type } from "typebox";
import { expect, it } from "vitest";
import { STAGE_MODEL, stageModel } from "../shared/props.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import type { AgentLoopConfig, Run } from "./context.ts";
import { runToolCall } from "./execute.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

const toolCall: ToolCall = { type: "toolCall", id: "a", name: "work", arguments: { said: "raw" } };
const assistantMessage = { role: "assistant", content: [toolCall] } as unknown as AssistantMessage;
const whole = { ...saying("ok", { n: 1 }), addedToolNames: ["b"], terminate: true };
const works = async (): Promise<AgentToolResult> => whole;
const breaks = () => Promise.reject(new Error("disk full"));

/** Runs one prepared call; what came of it. */
async function runIt(execute: AgentTool["execute"], afterToolCall: AgentLoopConfig["afterToolCall"]) {
  const run: Run = {
    context: { systemPrompt: "", messages: [] },
    config: { model: stageModel(STAGE_MODEL), convertToLlm: sendAll, ...(afterToolCall && { afterToolCall }) },
    emit() {},
    signal: undefined,
    streamFn: scriptedStream([]).streamFn,
    newMessages: [],
  };
  const tool: AgentTool = { name: "work", label: "", description: "", parameters: Type.Any(), execute };
  const prepared = { kind: "prepared" as const, toolCall, tool, args: { said: "checked" } };
  return { run, finalized: await runToolCall(run, assistantMessage, prepared) };
}

it.each([
  ["worked", works, { result: whole, isError: false }],
  ["failed", breaks, { result: saying("disk full"), isError: true }],
] as const)("knows the call, the checked arguments, and the result of a tool that %s", async (_, execute, outcome) => {
  const seen: unknown[] = [];
  const { run } = await runIt(execute, async (told) => void seen.push(told) as undefined);
  const args = { said: "checked" };
  expect(seen).toEqual([{ assistantMessage, toolCall, args, ...outcome, context: run.context }]);
});

it("replaces field by field, also with what JavaScript takes for false, and leaves the rest", async () => {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 1, cost };
  const replaced = { content: [], details: 0, usage, terminate: false };
  const { finalized } = await runIt(works, async () => ({ ...replaced, isError: true }));
  expect(finalized).toEqual({ toolCall, result: { ...replaced, addedToolNames: ["b"] }, isError: true });
});

it("changes nothing that it does not name, and may excuse a failure", async () => {
  for (const changed of [{}, undefined]) {
    const { finalized } = await runIt(works, async () => changed);
    expect(finalized).toEqual({ toolCall, result: whole, isError: false });
  }
  const excused = { toolCall, result: saying("disk full"), isError: false };
  expect((await runIt(breaks, async () => ({ isError: false }))).finalized).toEqual(excused);
});

it("that rejects takes the place of the result", async () => {
  const failed = { toolCall, result: saying("cannot clean"), isError: true };
  expect((await runIt(works, () => Promise.reject(new Error("cannot clean")))).finalized).toEqual(failed);
});
