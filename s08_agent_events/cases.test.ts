import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** The transcript that a case shows at its end, its trace, and what its provider was sent. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const state = shown.findLast((item) => item.kind === "state");
  return { trace, messages: (state?.messages ?? []) as Message[], requests: provider?.requests ?? [] };
}

/** Fails unless these stand in the trace in this order. */
function expectInOrder(trace: string, ...parts: string[]): void {
  const places = parts.map((part) => trace.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

it("default: who listens hears the user, too, and the order of the transcript", async () => {
  const { trace, messages } = await play("default");
  expect(trace).toContain(`[listener]\n${messages.map(({ role }) => role).join(" → ")}\n`);
  expect(shapeOf(messages)).toEqual(["user", "assistant call-1", "toolResult call-1", "assistant"]);
});

it("blocks: nine kinds of update, and the blocks in the order they were made", async () => {
  const { trace, messages } = await play("blocks");
  const updates = new Set(trace.match(/(?<=message_update: )\w+/g));
  const kinds = ["thinking", "text", "toolcall"].flatMap((kind) =>
    ["start", "delta", "end"].map((at) => `${kind}_${at}`),
  );
  expect([...updates]).toEqual(kinds);
  expect(messages[1]?.content).toMatchObject([
    { type: "thinking", thinking: "得看时钟。" },
    { type: "text", text: "我看看时间。" },
    { type: "toolCall", id: "call-1" },
  ]);
});

it("listener-slow: the tool runs only after each event before it was heard", async () => {
  const { trace } = await play("listener-slow");
  const before = trace.slice(trace.indexOf("agent_start"), trace.indexOf("[current_time]")).trim().split("\n");
  expect(trace).toContain(`第 ${before.length * 100} 毫秒，执行`);
});

it("slow-consumer: tool and run are done before the first event is read", async () => {
  const { trace } = await play("slow-consumer");
  expectInOrder(
    trace,
    "第 0 毫秒，执行",
    "第 0 毫秒，运行结束，新增 4 条",
    "agent_start",
    "agent_end",
    "第 2200 毫秒，读完",
  );
});

it("leaving-consumer: no event is shown after it left, and the run goes on to its result", async () => {
  const { trace, messages } = await play("leaving-consumer");
  expectInOrder(trace, "text_delta 我看看。", "第 0 毫秒，走了", "第 1000 毫秒，执行", "运行结束，新增 4 条");
  expect(trace).not.toContain("tool_execution_start");
  expect(shapeOf(messages)).toEqual(["user", "assistant call-1", "toolResult call-1", "assistant"]);
});

it("error-reply: a reply that failed, told like any other, and the run ends in order", async () => {
  const { trace, messages, requests } = await play("error-reply");
  expect(messages[1]).toMatchObject({ stopReason: "error", errorMessage: "connection reset" });
  expectEachCallAnswered(messages);
  expectInOrder(trace, "message_end: assistant error", "turn_end: 1 toolResult", "agent_end: 3 messages");
  expect(requests).toHaveLength(1);
});

it("throws, unknown: failures in the words that were thrown; the run goes on", async () => {
  const [threw, unknown] = [await play("throws"), await play("unknown")];
  expect(resultsIn(threw.messages)).toEqual(["no such file: a (isError)", "offline (isError)"]);
  expect(resultsIn(unknown.messages)).toEqual(["Tool clock not found (isError)", "2026-01-01 09:00"]);
  for (const { messages } of [threw, unknown]) expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
});

it("hooks: a block is a failure that no tool and no after saw; a new text leaves the details", async () => {
  const { trace, messages } = await play("hooks");
  expect(resultsIn(messages)).toEqual(["日志不外传 (isError)", "（已隐去）"]);
  expect(messages[3]).toMatchObject({ details: { width: 1, height: 1 } });
  expect(trace).not.toContain("disk full");
  expect(trace.match(/\[afterToolCall\]/g)).toHaveLength(1);
});

it("convert: the failed reply is in the transcript and in no request", async () => {
  const { messages, requests } = await play("convert");
  expect(messages.map((message) => ("stopReason" in message ? message.stopReason : message.role))).toEqual([
    "user",
    "error",
    "user",
    "stop",
  ]);
  expect(requests[1]?.messages).toEqual([messages[0], messages[2]]);
});

it("turn-limit: eight turns, then a reply of the core's own", async () => {
  const { messages, requests } = await play("turn-limit");
  expect(requests).toHaveLength(8);
  expect(messages.at(-1)).toMatchObject({ stopReason: "error", errorMessage: "Stopped after 8 turns" });
  expectEachCallAnswered(messages);
});

it("stream-throws: iteration and result reject; the reply stays open, and the caller has no message", async () => {
  const { trace, messages } = await play("stream-throws");
  expectInOrder(trace, "text_delta 从前", "迭代抛错：connection reset", "result() 也抛错：connection reset");
  expect(trace).not.toContain("message_end: assistant");
  expect(trace).not.toContain("agent_end");
  expect(messages).toEqual([]);
});

it("bad-arguments: the tool runs with them, and nothing failed", async () => {
  const { trace, messages } = await play("bad-arguments");
  expect(resultsIn(messages)).toEqual(["已写进 42", "已写进 undefined"]);
  expect(trace).toContain("写进文件 undefined");
});
