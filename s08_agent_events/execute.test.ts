import { describe, expect, it } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import type { Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { executeToolCall } from "./execute.ts";
import type { ToolHooks } from "./hooks.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

const tool = (execute: AgentTool["execute"], name = "tool"): AgentTool => ({
  name,
  label: name,
  description: "",
  execute,
});

const failed = (message: string) => ({ result: saying(message), isError: true });
const done = (result: AgentToolResult) => ({ result, isError: false });

/** Executes one call; returns what came of it, and the events. */
async function execute(tools: AgentTool[] | undefined, hooks: ToolHooks = {}, name = "tool", args = {}) {
  const toolCall = { type: "toolCall" as const, id: "1", name, arguments: args };
  const events: AgentEvent[] = [];
  const run: Run = {
    context: { systemPrompt: "", messages: [], ...(tools && { tools }) },
    config: { model: stageModel("model-a"), convertToLlm: sendAll, ...hooks },
    emit: (event) => void events.push(event),
    signal: undefined,
    streamFn: () => Promise.reject(new Error("nobody asked")),
    newMessages: [],
  };
  const { toolCall: answered, ...outcome } = await executeToolCall(run, toolCall);
  expect(answered).toBe(toolCall);
  return { outcome, events };
}

describe("a tool", () => {
  it("is given the id and the arguments of its call; what it returns is the result, not a copy of it", async () => {
    const returned = saying("done", { calls: 1 });
    const given: unknown[] = [];
    const says: AgentTool["execute"] = async (...all) => (given.push(...all), returned);
    const { outcome, events } = await execute([tool(says)], {}, "tool", { path: "a" });
    expect(given).toEqual(["1", { path: "a" }]);
    expect(outcome.result).toBe(returned);
    expect(events).toEqual([
      { type: "tool_execution_start", toolCallId: "1", toolName: "tool", args: { path: "a" } },
      { type: "tool_execution_end", toolCallId: "1", toolName: "tool", result: returned, isError: false },
    ]);
    expect(events[1]).toHaveProperty("result.details", returned.details);
  });

  it("is the first of its name", async () => {
    const tools = ["first", "second"].map((said) => tool(async () => saying(said)));
    expect((await execute(tools)).outcome).toEqual(done(saying("first")));
  });

  it.each(["clock", "constructor", "__proto__", ""])("that is not there fails the call: %j", async (name) => {
    const { outcome, events } = await execute([tool(async () => saying("done"))], {}, name);
    expect(outcome).toEqual(failed(`Tool ${name} not found`));
    expect(events.map(({ type }) => type)).toEqual(["tool_execution_start", "tool_execution_end"]);
    expect((await execute(undefined, {}, name)).outcome).toEqual(outcome);
  });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("disk full"), "disk full"],
    ["a string", "offline", "offline"],
    ["nothing", undefined, "undefined"],
    ["what has no words", Object.create(null), "unknown error"],
  ])("that throws %s, at once or later, fails with it", async (_, thrown, message) => {
    const atOnce = () => {
      throw thrown;
    };
    for (const broken of [atOnce, () => Promise.reject(thrown)]) {
      expect((await execute([tool(broken)])).outcome).toEqual(failed(message));
    }
  });
});

describe("the hooks", () => {
  const ran: string[] = [];
  const works = [tool(async () => (ran.push("tool"), saying("done", { calls: 1 })))];
  const after: ToolHooks["afterToolCall"] = async () => void ran.push("after") as undefined;
  const whatRan = () => ran.splice(0);

  it.each<[string, ToolHooks["beforeToolCall"], string]>([
    ["blocks", async () => ({ type: "block", reason: "not today" }), "not today"],
    ["answers what nobody knows", async () => ({ type: "perhaps" }) as never, "Tool execution was blocked"],
    ["answers false", async () => false as never, "Tool execution was blocked"],
    ["rejects", () => Promise.reject(new Error("no rules")), "no rules"],
  ])("refuse a call when before %s: neither tool nor after runs", async (_, beforeToolCall, message) => {
    const { outcome } = await execute(works, { beforeToolCall, afterToolCall: after } as ToolHooks);
    expect(outcome).toEqual(failed(message));
    expect(whatRan()).toEqual([]);
  });

  it("let a call through when before allows it or says nothing, and leave its result when after says nothing", async () => {
    for (const answer of [{ type: "allow" as const }, undefined]) {
      const { outcome } = await execute(works, { beforeToolCall: async () => answer, afterToolCall: after });
      expect(outcome).toEqual(done(saying("done", { calls: 1 })));
      expect(whatRan()).toEqual(["tool", "after"]);
    }
  });

  it("replace field by field, and leave the fields that no hook knows", async () => {
    const whole = { ...saying("done", { calls: 1 }), addedToolNames: ["b"] };
    const said = { content: saying("checked").content };
    const outcomeOf = async (changed: object) =>
      (await execute([tool(async () => whole)], { afterToolCall: async () => changed })).outcome;
    expect(await outcomeOf(said)).toEqual(done({ ...whole, ...said }));
    expect(await outcomeOf({ details: "none" })).toEqual(done({ ...whole, details: "none" }));
    expect(await outcomeOf({ details: 0 })).toEqual(done({ ...whole, details: 0 }));
    expect(await outcomeOf({ isError: true })).toEqual({ result: whole, isError: true });
    expect(whole).toEqual({ ...saying("done", { calls: 1 }), addedToolNames: ["b"] });
  });

  it("are told of a failure, and may excuse it", async () => {
    const broken = [tool(() => Promise.reject(new Error("disk full")))];
    const seen: unknown[] = [];
    const { outcome } = await execute(broken, {
      afterToolCall: async (_, result, isError) => (seen.push(result, isError), { isError: false }),
    });
    expect(seen).toEqual([saying("disk full"), true]);
    expect(outcome).toEqual(done(saying("disk full")));
  });

  it("let nothing out that after failed to clean: not in the event either", async () => {
    const secret = [tool(async () => saying("sk-secret-123", { token: "sk-secret-123" }))];
    const left = await execute(secret, { afterToolCall: () => Promise.reject(new Error("cannot redact")) });
    expect(left.outcome).toEqual(failed("cannot redact"));
    expect(JSON.stringify(left)).not.toContain("sk-secret");
  });
});
