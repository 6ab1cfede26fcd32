import { expect, it } from "vitest";
import { textOf } from "../shared/content.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import type { Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { ToolCall } from "./messages.ts";
import { failTruncatedToolCalls } from "./truncated.ts";

const call = (id: string): ToolCall => ({ type: "toolCall", id, name: "write", arguments: { path: "a" } });

async function fail(...toolCalls: ToolCall[]) {
  const events: AgentEvent[] = [];
  const run = { emit: (event: AgentEvent) => void events.push(event) } as unknown as Run;
  return { events, batch: await failTruncatedToolCalls(run, toolCalls) };
}

it("answers every call with a failure that names it, one whole call after the other, and asks for no end", async () => {
  const { events, batch } = await fail(call("a"), call("b"));
  expect(batch.terminate).toBe(false);
  expect(batch.messages).toMatchObject([
    { toolCallId: "a", isError: true },
    { toolCallId: "b", isError: true },
  ]);
  expect(textOf(batch.messages[0]?.content)).toMatch(/^Tool call "write" was not executed:/);
  const one = ["tool_execution_start", "tool_execution_end", "message_start", "message_end"];
  expect(events.map(({ type }) => type)).toEqual([...one, ...one]);
});

it("waits for the sink at each event", async () => {
  const { emit, expectHeardInTurn } = slowSink();
  await failTruncatedToolCalls({ emit } as unknown as Run, [call("a"), call("b")]);
  expectHeardInTurn("message_end");
});

it("has nothing to say of a reply without calls", async () => {
  expect(await fail()).toEqual({ events: [], batch: { messages: [], terminate: false } });
});
