import { Type } from "typebox";
import { expect, it } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import type { AgentLoopConfig, Run } from "./context.ts";
import type { AgentEvent, AgentEventSink } from "./events.ts";
import { runToolCall } from "./execute.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AgentTool } from "./tools.ts";

const toolCall: ToolCall = { type: "toolCall", id: "call-1", name: "work", arguments: { written: "by the model" } };

/** Runs a body as a call that passed the gates. */
function runBody(
  execute: AgentTool["execute"],
  {
    signal,
    emit = () => {},
    ...hooks
  }: Partial<AgentLoopConfig> & { signal?: AbortSignal; emit?: AgentEventSink } = {},
) {
  const tool: AgentTool = { name: "work", label: "work", description: "work", parameters: Type.Object({}), execute };
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: sendAll, ...hooks };
  const run = { context: { systemPrompt: "", messages: [], tools: [tool] }, config, emit, signal } as unknown as Run;
  const prepared = { kind: "prepared" as const, toolCall, tool, args: { made: "by the gates" } };
  return runToolCall(run, { content: [toolCall] } as unknown as AssistantMessage, prepared);
}

it("hands one and the same signal to the tool and to the after hook", async () => {
  const { signal } = new AbortController();
  const seen: unknown[] = [];
  await runBody(
    async (_id, _params, given) => {
      seen.push(given);
      return saying("done");
    },
    {
      signal,
      async afterToolCall(_context, given) {
        seen.push(given);
        return undefined;
      },
    },
  );
  expect(seen).toEqual([signal, signal]);
  expect(seen[0]).toBe(signal);
});

it("ends no body: one that does not look at the signal has its say, and its result counts", async () => {
  const controller = new AbortController();
  const body = async () => {
    controller.abort();
    await Promise.resolve();
    return saying("done all the same");
  };
  const finalized = await runBody(body, { signal: controller.signal });
  expect(finalized).toMatchObject({ result: saying("done all the same"), isError: false });
});

it("asks the after hook of an aborted run, too", async () => {
  const finalized = await runBody(async () => saying("TOKEN=sk-secret"), {
    signal: AbortSignal.abort(),
    afterToolCall: async () => saying("***"),
  });
  expect(finalized.result).toEqual(saying("***"));
});

it.each(["returns", "throws"])("a tool that %s: its end waits for those who hear of its progress", async (how) => {
  const order: string[] = [];
  const emit = async ({ type }: AgentEvent) => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(type);
  };
  await runBody(
    async (_id, _params, _signal, onUpdate) => {
      onUpdate?.(saying("50%"));
      if (how === "throws") throw new Error("build failed");
      return saying("done");
    },
    {
      emit,
      async afterToolCall() {
        order.push("after");
        return undefined;
      },
    },
  );
  expect(order).toEqual(["tool_execution_update", "after", "tool_execution_end"]);
});

it.each(["returns", "throws"])("a tool that %s: later updates are ignored", async (how) => {
  const events: AgentEvent[] = [];
  let late: (() => void) | undefined;
  await runBody(
    async (_id, _params, _signal, onUpdate) => {
      late = () => onUpdate?.(saying("90%"));
      if (how === "throws") throw new Error("build failed");
      return saying("done");
    },
    { emit: (event) => void events.push(event) },
  );
  late?.();
  expect(events.map(({ type }) => type)).toEqual(["tool_execution_end"]);
});

it.each(["returns", "throws"])(
  "a tool that %s: a listener that throws at an update breaks its contract, and the run with it",
  async (how) => {
    const body: AgentTool["execute"] = async (_id, _params, _signal, onUpdate) => {
      onUpdate?.(saying("50%"));
      if (how === "throws") throw new Error("build failed");
      return saying("done");
    };
    const emit: AgentEventSink = async ({ type }) => {
      if (type === "tool_execution_update") throw new Error("screen is gone");
    };
    await expect(runBody(body, { emit })).rejects.toThrow("screen is gone");
  },
);
