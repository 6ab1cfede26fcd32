import { describe, expect, it } from "vitest";
import { STAGE_MODEL, stageModel } from "../shared/props.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { Type } from "typebox";
import type { AgentLoopConfig, Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { runToolCall } from "./execute.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { PreparedToolCall } from "./preflight.ts";
import type { AgentTool } from "./tools.ts";

const toolCall: ToolCall = { type: "toolCall", id: "a", name: "submit", arguments: { said: "raw" } };
const assistantMessage = { role: "assistant", content: [toolCall] } as unknown as AssistantMessage;

/** Runs one prepared call of a tool that does `execute`; what came of it, and the events. */
async function runIt(execute: AgentTool["execute"], config: Partial<AgentLoopConfig> = {}) {
  const events: AgentEvent[] = [];
  const run: Run = {
    context: { systemPrompt: "", messages: [] },
    config: { model: stageModel(STAGE_MODEL), convertToLlm: sendAll, ...config },
    emit: (event) => void events.push(event),
    signal: undefined,
    streamFn: scriptedStream([]).streamFn,
    newMessages: [],
  };
  const tool: AgentTool = { name: "submit", label: "", description: "", parameters: Type.Any(), execute };
  const prepared: PreparedToolCall = { kind: "prepared", toolCall, tool, args: { said: "checked" } };
  return { events, run, finalized: await runToolCall(run, assistantMessage, prepared) };
}

describe("a call that passed the gates", () => {
  it("runs with the checked arguments, ends with one event, and leaves the transcript alone", async () => {
    const seen: unknown[] = [];
    const { events, run, finalized } = await runIt(async (...args) => {
      seen.push(args);
      return saying("ok", { n: 1 });
    });
    expect(seen).toEqual([["a", { said: "checked" }]]);
    expect(finalized).toEqual({ toolCall, result: saying("ok", { n: 1 }), isError: false });
    expect(events).toEqual([
      {
        type: "tool_execution_end",
        toolCallId: "a",
        toolName: "submit",
        result: saying("ok", { n: 1 }),
        isError: false,
      },
    ]);
    expect([run.context.messages, run.newMessages]).toEqual([[], []]);
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("disk full"))],
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
  ] as const)("is a failure when its tool %s", async (_, execute) => {
    const { finalized } = await runIt(execute);
    expect(finalized).toMatchObject({ result: saying("disk full"), isError: true });
  });

  it("ends only when the after hook has answered", async () => {
    const { events } = await runIt(async () => saying("ok"), {
      async afterToolCall() {
        await new Promise((resolve) => setImmediate(resolve));
        return { content: saying("cleaned").content };
      },
    });
    expect(events).toMatchObject([{ type: "tool_execution_end", result: saying("cleaned") }]);
  });

  it("fails when the after hook does, and what it asked for is gone with its result", async () => {
    const { finalized } = await runIt(async () => ({ ...saying("secret"), terminate: true }), {
      afterToolCall: () => Promise.reject(new Error("cannot clean")),
    });
    expect(finalized).toMatchObject({ result: saying("cannot clean"), isError: true });
    expect(finalized.result.terminate).toBeUndefined();
  });
});

describe("terminate", () => {
  it.each([
    [undefined, {}, undefined],
    [undefined, { terminate: true }, true],
    [true, {}, true],
    [true, { terminate: false }, false],
    [true, undefined, true],
  ] as const)("asked by the tool: %s, after hook: %o, comes to %s", async (asked, changed, expected) => {
    const { finalized, events } = await runIt(async () => ({ ...saying("ok"), terminate: asked }), {
      afterToolCall: async () => changed,
    });
    expect(finalized.result.terminate).toBe(expected);
    expect(events).toMatchObject([{ result: { terminate: expected } }]);
  });
});
