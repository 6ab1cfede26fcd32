import { Type } from "typebox";
import { describe, expect, it, vi } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import type { AgentLoopConfig, Run } from "./context.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import { prepareToolCall } from "./preflight.ts";
import type { AgentTool } from "./tools.ts";

const echo: AgentTool = {
  name: "echo",
  label: "echo",
  description: "echo",
  parameters: Type.Object({ text: Type.String() }),
  execute: async () => saying("hi"),
};
const callOf = (name: string, args: Record<string, unknown> = { text: "hi" }): ToolCall => ({
  type: "toolCall",
  id: "call-1",
  name,
  arguments: args,
});

/** Takes one call through the gates. What it came to: "prepared", or the text of the refusal. */
async function prepare(
  signal: AbortSignal | undefined,
  beforeToolCall?: AgentLoopConfig["beforeToolCall"],
  toolCall = callOf("echo"),
): Promise<string> {
  const config: AgentLoopConfig = {
    model: stageModel("model-a"),
    convertToLlm: sendAll,
    ...(beforeToolCall && { beforeToolCall }),
  };
  const run = { context: { systemPrompt: "", messages: [], tools: [echo] }, config, signal } as unknown as Run;
  const outcome = await prepareToolCall(run, { content: [toolCall] } as unknown as AssistantMessage, toolCall);
  if (outcome.kind === "prepared") return "prepared";
  expect(outcome.isError).toBe(true);
  const [block] = outcome.result.content;
  return block?.type === "text" ? block.text : "";
}

describe("the fifth gate", () => {
  it("lets a call through while nobody has aborted, and when there is no signal at all", async () => {
    expect(await prepare(new AbortController().signal)).toBe("prepared");
    expect(await prepare(undefined)).toBe("prepared");
    expect(await prepare(undefined, async () => undefined)).toBe("prepared");
  });

  it("holds a call back, with a hook and without", async () => {
    expect(await prepare(AbortSignal.abort())).toBe("Operation aborted");
    expect(await prepare(AbortSignal.abort(), async () => undefined)).toBe("Operation aborted");
  });

  it("is the last: an aborted run still asks the hook, and hands it the signal", async () => {
    const signal = AbortSignal.abort();
    const asked = vi.fn(async () => undefined);
    await prepare(signal, asked);
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ args: { text: "hi" } }), signal);
  });

  it("looks after the hook: an abort in it counts, and goes before a block", async () => {
    const controller = new AbortController();
    const blocked = await prepare(controller.signal, async () => {
      controller.abort();
      return { block: true, reason: "not today" };
    });
    expect(blocked).toBe("Operation aborted");
    expect(await prepare(new AbortController().signal, async () => ({ block: true, reason: "not today" }))).toBe(
      "not today",
    );
  });

  it("comes too late for a call that an earlier gate holds back, or whose hook rejects", async () => {
    const aborted = AbortSignal.abort();
    expect(await prepare(aborted, undefined, callOf("banana"))).toBe("Tool banana not found");
    expect(await prepare(aborted, undefined, callOf("echo", {}))).toMatch(/^Validation failed for tool "echo"/);
    const rejects = () => Promise.reject(new Error("the prompt was closed"));
    expect(await prepare(aborted, rejects)).toBe("the prompt was closed");
  });
});
