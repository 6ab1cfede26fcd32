import { Type } from "typebox";
import { expect, it } from "vitest";
import { sendAll } from "../shared/testing/providers.ts";
import { stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import { VirtualClock } from "../shared/virtual-clock.ts";
import type { Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { executeToolCalls } from "./execute.ts";
import type { ToolHooks } from "./hooks.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AgentTool } from "./tools.ts";

const calling = (id: string, name: string, args = {}): ToolCall => ({ type: "toolCall", id, name, arguments: args });

/** Executes calls with three tools; `said` is what happened, in order. */
async function execute(toolCalls: ToolCall[], hooks: ToolHooks = {}) {
  const said: string[] = [];
  const clock = new VirtualClock();
  const tool = (name: string, run: (params: unknown) => Promise<string>): AgentTool => ({
    name,
    label: name,
    description: "",
    parameters: Type.Object({ text: Type.Optional(Type.String()) }),
    async execute(id, params) {
      said.push(`run ${id}`);
      return saying(await run(params));
    },
  });
  const tools = [
    tool("echo", async (params) => String((params as { text?: string }).text)),
    tool("slow", async () => (await clock.sleep(1000), "at last")),
    tool("broken", () => Promise.reject(new Error("disk full"))),
  ];
  const events: AgentEvent[] = [];
  const run: Run = {
    context: { systemPrompt: "", messages: [], tools },
    config: { model: stageModel("a"), convertToLlm: sendAll, ...hooks },
    emit(event) {
      events.push(event);
      said.push("toolCallId" in event ? `${event.type} ${event.toolCallId}` : event.type);
    },
    signal: undefined,
    streamFn: () => Promise.reject(new Error("must not be asked")),
    newMessages: [],
  };
  const messages = await clock.run(executeToolCalls(run, { content: toolCalls } as AssistantMessage, toolCalls));
  return { run, said, events, messages };
}

it("finishes one call, its message too, before it begins with the next, however long that takes", async () => {
  const { said } = await execute([calling("call-1", "slow"), calling("call-2", "echo")]);
  const steps = (id: string) => [
    `tool_execution_start ${id}`,
    `run ${id}`,
    `tool_execution_end ${id}`,
    "message_start",
    "message_end",
  ];
  expect(said).toEqual([...steps("call-1"), ...steps("call-2")]);
});

it("answers in the order of the calls, whatever becomes of each", async () => {
  const { messages, events } = await execute([
    calling("call-1", "slow"),
    calling("call-2", "banana"),
    calling("call-3", "broken"),
    calling("call-4", "echo", { text: ["no string"] }),
    calling("call-5", "echo", { text: "hi" }),
  ]);
  expect(messages.map(({ toolCallId }) => toolCallId)).toEqual(["call-1", "call-2", "call-3", "call-4", "call-5"]);
  expect(resultsIn(messages)).toEqual([
    "at last",
    "Tool banana not found (isError)",
    "disk full (isError)",
    expect.stringMatching(/^Validation failed for tool "echo":[^]*\(isError\)$/),
    "hi",
  ]);
  const told = events.flatMap((event) => (event.type === "message_end" ? [event.message] : []));
  expect(told).toEqual(messages);
  expect(told.every((message, at) => message === messages[at])).toBe(true);
});

it("lets after replace a result, field by field, and a failing after replace it whole", async () => {
  const { messages } = await execute(
    [calling("call-1", "echo", { text: "a" }), calling("call-2", "echo", { text: "b" })],
    {
      async afterToolCall({ toolCall }) {
        if (toolCall.id === "call-2") throw new Error("cannot redact");
        return { isError: true };
      },
    },
  );
  expect(resultsIn(messages)).toEqual(["a (isError)", "cannot redact (isError)"]);
});

it("has nothing to say of no call, and leaves the transcript to the loop", async () => {
  expect(await execute([])).toMatchObject({ said: [], messages: [] });
  const { run } = await execute([calling("call-1", "echo")]);
  expect(run.context.messages).toEqual([]);
});
