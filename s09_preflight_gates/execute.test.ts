import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import type { Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { executeToolCall } from "./execute.ts";
import type { AfterToolCallContext, ToolHooks } from "./hooks.ts";
import type { AssistantMessage } from "./messages.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

const tool = (execute: AgentTool["execute"]): AgentTool => ({
  name: "tool",
  label: "tool",
  description: "",
  parameters: Type.Object({ lines: Type.Integer() }),
  execute,
});

const failed = (message: string) => ({ result: saying(message), isError: true });
const done = (result: AgentToolResult) => ({ result, isError: false });
const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost };

/** Executes one call; returns what came of it, and the events. */
async function execute(one: AgentTool, hooks: ToolHooks = {}, args: Record<string, unknown> = { lines: "3" }) {
  const toolCall = { type: "toolCall" as const, id: "1", name: "tool", arguments: args };
  const reply = { role: "assistant", content: [toolCall] } as unknown as AssistantMessage;
  const events: AgentEvent[] = [];
  const run: Run = {
    context: { systemPrompt: "", messages: [], tools: [one] },
    config: { model: stageModel("model-a"), convertToLlm: sendAll, ...hooks },
    emit: (event) => void events.push(event),
    signal: undefined,
    streamFn: () => Promise.reject(new Error("nobody asked")),
    newMessages: [],
  };
  const { toolCall: answered, ...outcome } = await executeToolCall(run, reply, toolCall);
  expect(answered).toBe(toolCall);
  return { outcome, events, run, reply, toolCall };
}

const works = tool(async () => saying("done", { calls: 1 }));

/** What an after hook that answers this makes of a result. */
async function rewritten(changed: unknown, result: AgentToolResult = saying("done", { calls: 1 })) {
  const { outcome } = await execute(
    tool(async () => result),
    { afterToolCall: async () => changed as never },
  );
  return outcome;
}

describe("a call", () => {
  it("that passes the gates runs with the id and the valid arguments; what the tool returns is the result itself", async () => {
    const returned = saying("done", { calls: 1 });
    const given: unknown[] = [];
    const { outcome, events } = await execute(tool(async (...all) => (given.push(...all), returned)));
    expect(given).toEqual(["1", { lines: 3 }]);
    expect(outcome.result).toBe(returned);
    expect(events).toEqual([
      // As the model wrote them: when this is told, nobody has looked at them.
      { type: "tool_execution_start", toolCallId: "1", toolName: "tool", args: { lines: "3" } },
      { type: "tool_execution_end", toolCallId: "1", toolName: "tool", result: returned, isError: false },
    ]);
  });

  it.each<[string, Record<string, unknown>, ToolHooks]>([
    ["invalid", { lines: "many" }, {}],
    ["blocked", { lines: 3 }, { beforeToolCall: async () => ({ block: true, reason: "not today" }) }],
    ["stopped by a faulty hook", { lines: 3 }, { beforeToolCall: () => Promise.reject(new Error("no rules")) }],
  ])("that is %s begins and ends, and neither tool nor after runs between", async (_, args, hooks) => {
    const ran: string[] = [];
    const { outcome, events } = await execute(
      tool(async () => (ran.push("tool"), saying("done"))),
      { ...hooks, afterToolCall: async () => void ran.push("after") as undefined },
      args,
    );
    expect(ran).toEqual([]);
    expect(outcome.isError).toBe(true);
    expect(events).toEqual([
      { type: "tool_execution_start", toolCallId: "1", toolName: "tool", args },
      { type: "tool_execution_end", toolCallId: "1", toolName: "tool", ...outcome },
    ]);
  });

  it.each<[string, unknown, string]>([
    ["an Error", new Error("disk full"), "disk full"],
    ["a string", "offline", "offline"],
    ["what has no words", Object.create(null), "unknown error"],
  ])("whose tool throws %s, at once or later, fails with it", async (_, thrown, message) => {
    const atOnce = () => {
      throw thrown;
    };
    for (const broken of [atOnce, () => Promise.reject(thrown)]) {
      expect((await execute(tool(broken))).outcome).toEqual(failed(message));
    }
  });
});

describe("afterToolCall", () => {
  it("knows all that before knew, the result and whether it is a failure", async () => {
    const seen: AfterToolCallContext[] = [];
    const afterToolCall = async (context: AfterToolCallContext) => void seen.push(context) as undefined;
    const { run, reply, toolCall, outcome } = await execute(works, { afterToolCall });
    expect(seen).toEqual([{ assistantMessage: reply, toolCall, args: { lines: 3 }, ...outcome, context: run.context }]);
    expect(seen[0]?.context).toBe(run.context);

    await execute(
      tool(() => Promise.reject(new Error("disk full"))),
      { afterToolCall },
    );
    expect(seen[1]).toMatchObject(failed("disk full"));
  });

  it("sees the arguments as before left them", async () => {
    const { outcome } = await execute(works, {
      async beforeToolCall({ args }) {
        (args as Record<string, unknown>).lines = "five";
        return undefined;
      },
      afterToolCall: async ({ args }) => ({ details: args }),
    });
    expect(outcome.result.details).toEqual({ lines: "five" });
  });

  it("replaces field by field, whole fields, and leaves those that it may not touch", async () => {
    const whole = { ...saying("done", { calls: 1, by: "me" }), usage, addedToolNames: ["b"] };
    const kept = structuredClone(whole);
    expect(await rewritten({ content: [] }, whole)).toEqual(done({ ...kept, content: [] }));
    expect(await rewritten({ details: { calls: 2 } }, whole)).toEqual(done({ ...kept, details: { calls: 2 } }));
    expect(await rewritten({ usage: { ...usage, input: 9 } }, whole)).toEqual(
      done({ ...kept, usage: { ...usage, input: 9 } }),
    );
    expect(await rewritten({ isError: true }, whole)).toEqual({ result: kept, isError: true });
    expect(await rewritten({ addedToolNames: ["c"] }, whole)).toEqual(done(kept));
    expect(whole).toEqual(kept);
  });

  it("may empty a field with what is false, but not with null", async () => {
    expect(await rewritten({ details: 0 })).toEqual(done(saying("done", 0)));
    expect(await rewritten({ details: "" })).toEqual(done(saying("done", "")));
    expect(await rewritten({ details: null, content: null, isError: null })).toEqual(
      done(saying("done", { calls: 1 })),
    );
  });

  it.each([undefined, null, false, {}, [], "changed"])("changes nothing with %j", async (answer) => {
    expect(await rewritten(answer)).toEqual(done(saying("done", { calls: 1 })));
  });

  it("may excuse a failure", async () => {
    const broken = tool(() => Promise.reject(new Error("disk full")));
    const { outcome } = await execute(broken, { afterToolCall: async () => ({ isError: false }) });
    expect(outcome).toEqual(done(saying("disk full")));
  });

  it.each<[string, NonNullable<ToolHooks["afterToolCall"]>]>([
    ["rejects", () => Promise.reject(new Error("cannot redact"))],
    [
      "answers what cannot be read",
      async () => ({
        get details() {
          throw new Error("cannot redact");
        },
      }),
    ],
  ])("lets nothing out that it failed to clean when it %s: not in the event either", async (_, afterToolCall) => {
    const secret = tool(async () => saying("sk-secret-123", { token: "sk-secret-123" }));
    const { outcome, events } = await execute(secret, { afterToolCall });
    expect(outcome).toEqual(failed("cannot redact"));
    expect(JSON.stringify(events)).not.toContain("sk-secret");
  });
});
