import { expect, it } from "vitest";
import type { StreamRequest } from "../shared/scripted-stream.ts";
import { playCase } from "../shared/testing/play-case.ts";
import { resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** What a case comes to: its trace, its transcript, and each request. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  expect(provider).toMatchObject({ exhausted: undefined, unused: 0 });
  const state = shown.findLast((item) => item.kind === "state");
  const requests = (provider?.requests ?? []) as StreamRequest[];
  return { trace, messages: (state?.messages ?? []) as Message[], requests };
}

const rolesOf = (requests: StreamRequest[]) =>
  requests.map(({ messages }) => messages.map(({ role }) => role).join(" "));

it("default: both kinds stay in the transcript; the provider knows none of them", async () => {
  const { messages, requests } = await play("default");
  expect(messages.map(({ role }) => role).slice(3, 5)).toEqual(["notice", "opened"]);
  expect(rolesOf(requests)).toEqual([
    "user",
    "user assistant toolResult user",
    "user assistant toolResult user assistant user",
  ]);
  expect(requests[1]?.messages.at(-1)).toMatchObject({ content: "（我打开了 b.ts）" });
  expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
});

it("transform: the window opens a little wider for the sake of a pair, and nothing is lost", async () => {
  const { messages, requests } = await play("transform");
  expect(rolesOf(requests)).toEqual(["user", "user assistant toolResult", "assistant toolResult assistant user"]);
  expect(messages).toHaveLength(6);
});

it("api-key: each request has the key of its minute, and the trace shows it", async () => {
  const { trace, requests } = await play("api-key");
  expect(requests.map(({ apiKey }) => apiKey)).toEqual(["scripted-key-1", "scripted-key-2"]);
  expect(trace.match(/^apiKey: .*$/gm)).toEqual(["apiKey: scripted-key-1", "apiKey: scripted-key-2"]);
});

it("next-turn-model: from the next turn to the end of the run; the next run begins as the first", async () => {
  const { requests } = await play("next-turn-model");
  expect(requests.map(({ model }) => model)).toEqual(["model-a", "model-b", "model-b", "model-a"]);
});

it("next-turn-context: each turn sees three messages, the caller's transcript is whole, and so is the next run's", async () => {
  const { messages, requests } = await play("next-turn-context");
  expect(requests.map((request) => request.messages.length)).toEqual([1, 3, 3, 3, 9]);
  expect(messages).toHaveLength(10);
  expect(shapeOf(messages).slice(1, 3)).toEqual(["assistant call-1", "toolResult call-1"]);
});

it("thinking-level: deeper, then not at all", async () => {
  const { requests } = await play("thinking-level");
  expect(requests.map(({ reasoning }) => reasoning)).toEqual(["low", "high", undefined]);
  expect(requests[2]).not.toHaveProperty("reasoning");
});

it("stop-after-turn: after turn_end, the next turn first; the call is answered, nothing else is asked", async () => {
  const { trace, messages } = await play("stop-after-turn");
  expect(trace).toContain("turn_end: 1 toolResult\n[prepareNextTurn]\n问到了\n[shouldStopAfterTurn]\n停\nagent_end");
  expect(resultsIn(messages)).toEqual(["2026-01-01 09:00", "edit a.ts: done"]);
  expect(messages.at(-1)).toMatchObject({ role: "toolResult" });
});

it("limit-policy: eight turns, each call answered, and no reply that nobody gave", async () => {
  const { messages, requests } = await play("limit-policy");
  expect(requests).toHaveLength(8);
  expect(messages).toHaveLength(17);
  expect(resultsIn(messages)).toHaveLength(8);
});

it("snapshot-policy: what was shown runs, and the next turn has all that is new", async () => {
  const { trace, requests } = await play("snapshot-policy");
  expect(trace).toContain("tool_execution_end: publish 已发布到测试环境\n");
  expect(trace).toContain("tool_execution_end: current_time Tool current_time not found (isError)\n");
  expect(requests[1]).toMatchObject({ model: "model-b", systemPrompt: "你是一个啰嗦的助手。" });
});

it("live: shown one tool, another runs; the prompt alone stays for the run", async () => {
  const { trace, requests } = await play("live");
  expect(requests[0]).toMatchObject({ tools: [{ description: "发布到测试环境" }] });
  expect(trace).toContain("tool_execution_end: publish 已发布到正式环境\n");
  expect(trace).toContain("tool_execution_end: current_time 2026-01-01 09:00\n");
  expect(requests[1]).toMatchObject({ model: "model-b", systemPrompt: "你是一个简短的助手。" });
});

it("graceful: the turn is whole, the remark waits, and the next run takes it after its input", async () => {
  const { trace, messages } = await play("graceful");
  expect(resultsIn(messages)).toEqual(["edit a.ts: done"]);
  expect(trace.indexOf("agent_end: 3 messages")).toBeGreaterThan(trace.indexOf("用户插话：c.ts 别动"));
  expect(messages.slice(3).map(({ content }) => content)).toMatchObject([
    "接着来",
    "c.ts 别动",
    [{ text: "听到：接着来；c.ts 别动" }],
  ]);
});

it("drop-in: the stream tells the same as the awaited run would", async () => {
  const { trace, messages } = await play("drop-in");
  const outline = ["agent_start", "turn_start", "turn_end", "turn_start", "turn_end", "agent_end"];
  expect(trace.match(/^(agent|turn)_\w+/gm)).toEqual(outline);
  expect(shapeOf(messages)).toEqual(["user", "assistant call-1", "toolResult call-1", "assistant"]);
});

it("two-at-once: the second run knows nothing of the first, and does not hinder it", async () => {
  const { trace, messages, requests } = await play("two-at-once");
  expect(requests.map((request) => request.messages.length)).toEqual([1, 1, 3]);
  expect(trace.indexOf("tool_execution_end")).toBeGreaterThan(trace.indexOf("没有在改什么"));
  expect(shapeOf(messages)).toEqual([
    "user",
    "assistant",
    "user",
    "assistant call-1",
    "toolResult call-1",
    "assistant",
  ]);
});
