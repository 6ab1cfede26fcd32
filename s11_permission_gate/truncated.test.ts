import { describe, expect, it } from "vitest";
import { stageModel } from "../shared/props.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import type { Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { ToolCall } from "./messages.ts";
import { failTruncatedToolCalls } from "./truncated.ts";

const calling = (id: string, name: string, args: unknown = {}): ToolCall => ({
  type: "toolCall",
  id,
  name,
  arguments: args as ToolCall["arguments"],
});

const refusal = (name: string) =>
  `Tool call "${name}" was not executed: the response hit the output token limit, so its arguments may be truncated. Re-issue the tool call with complete arguments.`;

/** A run in which nothing but telling of events is allowed. */
async function failAll(...toolCalls: ToolCall[]) {
  const events: AgentEvent[] = [];
  const never = () => Promise.reject(new Error("must not be asked"));
  const run: Run = {
    context: {
      systemPrompt: "",
      messages: [],
      tools: [{ name: "remove", label: "", description: "", parameters: {}, execute: never, prepareArguments: never }],
    },
    config: { model: stageModel("a"), convertToLlm: never, beforeToolCall: never, afterToolCall: never },
    emit: (event) => void events.push(event),
    signal: undefined,
    streamFn: never,
    newMessages: [],
  };
  return { events, messages: await failTruncatedToolCalls(run, toolCalls) };
}

it("answers each call, in order, with a failure that names its tool and asks for it again", async () => {
  const { messages } = await failAll(calling("call-1", "remove", { path: "/" }), calling("call-2", "write"));
  expect(messages).toMatchObject([
    { role: "toolResult", toolCallId: "call-1", toolName: "remove", details: {}, isError: true },
    { role: "toolResult", toolCallId: "call-2", toolName: "write", details: {}, isError: true },
  ]);
  expect(resultsIn(messages)).toEqual([`${refusal("remove")} (isError)`, `${refusal("write")} (isError)`]);
});

it("finishes one call before it begins with the next", async () => {
  const { events, messages } = await failAll(calling("call-1", "remove", { path: "/" }), calling("call-2", "write"));
  const [first, second] = messages;
  const steps = ["tool_execution_start", "tool_execution_end", "message_start", "message_end"];
  expect(events.map(({ type }) => type)).toEqual([...steps, ...steps]);
  expect(events[0]).toMatchObject({ toolCallId: "call-1", toolName: "remove", args: { path: "/" } });
  expect(events[1]).toMatchObject({ toolCallId: "call-1", toolName: "remove", isError: true });
  expect(events.slice(2, 4)).toMatchObject([{ message: first }, { message: first }]);
  expect(events.slice(6)).toMatchObject([{ message: second }, { message: second }]);
});

it("waits for the sink at each event, and keeps the very messages that it told of", async () => {
  const { emit, expectHeardInTurn } = slowSink();
  const told: unknown[] = [];
  const run = {
    emit(event: AgentEvent) {
      if (event.type === "message_end") told.push(event.message);
      return emit(event);
    },
  } as unknown as Run;
  const messages = await failTruncatedToolCalls(run, [calling("call-1", "remove"), calling("call-2", "write")]);
  expectHeardInTurn("message_end");
  expect(messages.every((message, at) => message === told[at])).toBe(true);
});

describe("needs nothing of a call but its id and its name", () => {
  it.each([null, "text", 42])("arguments %j", async (args) => {
    const { events, messages } = await failAll(calling("call-1", "remove", args));
    expect(events[0]).toMatchObject({ type: "tool_execution_start", args });
    expect(resultsIn(messages)).toEqual([`${refusal("remove")} (isError)`]);
  });

  it("a tool that does not exist, an id that comes twice", async () => {
    const { messages } = await failAll(calling("call-1", "banana"), calling("call-1", "banana"));
    expect(messages.map(({ toolCallId }) => toolCallId)).toEqual(["call-1", "call-1"]);
  });

  it("no call at all: nothing is said", async () => {
    expect(await failAll()).toMatchObject({ events: [], messages: [] });
  });
});
