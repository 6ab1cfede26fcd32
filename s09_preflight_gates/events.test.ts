import { expect, it } from "vitest";
import { userMessage } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import {
  emitMessage,
  emitToolExecutionEnd,
  emitToolExecutionStart,
  type AgentEvent,
  type AgentEventSink,
} from "./events.ts";

const toolCall = { type: "toolCall" as const, id: "1", name: "echo", arguments: { text: "a" } };

it("a message has a start and an end, both with the very message", async () => {
  const message = userMessage("hi");
  const events: AgentEvent[] = [];
  await emitMessage((event) => void events.push(event), message);
  expect(events).toEqual([
    { type: "message_start", message },
    { type: "message_end", message },
  ]);
  expect(events.every((event) => "message" in event && event.message === message)).toBe(true);
});

it("an execution tells of its call and, at its end, of what came of it", async () => {
  const events: AgentEvent[] = [];
  const keep: AgentEventSink = (event) => void events.push(event);
  const result = saying("heard a");
  await emitToolExecutionStart(keep, toolCall);
  await emitToolExecutionEnd(keep, { toolCall, result, isError: false });
  await emitToolExecutionEnd(keep, { toolCall, result, isError: true });
  const [start, end, failure] = events;
  expect(start).toEqual({ type: "tool_execution_start", toolCallId: "1", toolName: "echo", args: { text: "a" } });
  expect(end).toEqual({ type: "tool_execution_end", toolCallId: "1", toolName: "echo", result, isError: false });
  expect(failure).toEqual({ ...end, isError: true });
  // The very objects, as in Pi: whoever changes them changes what the tool gets, and what the transcript keeps.
  expect(start?.type === "tool_execution_start" && start.args).toBe(toolCall.arguments);
  expect(end?.type === "tool_execution_end" && end.result).toBe(result);
});

it.each<[string, string[], (emit: AgentEventSink) => void | Promise<void>]>([
  ["a message", ["message_start", "message_end"], (emit) => emitMessage(emit, userMessage("hi"))],
  ["the start of an execution", ["tool_execution_start"], (emit) => emitToolExecutionStart(emit, toolCall)],
  [
    "its end",
    ["tool_execution_end"],
    (emit) => emitToolExecutionEnd(emit, { toolCall, result: saying(""), isError: false }),
  ],
])("the sink is awaited for %s", async (_, types, tell) => {
  const order: string[] = [];
  await tell(async ({ type }) => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(type);
  });
  expect(order).toEqual(types);
});
