import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** The transcript that a case shows at its end, what its provider was sent, and its trace. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const state = shown.findLast((item) => item.kind === "state");
  return { trace, messages: (state?.messages ?? []) as Message[], requests: provider?.requests ?? [] };
}

it("default: the result that s06 could not tell from an error is none, and no alarm goes off", async () => {
  const { trace, messages } = await play("default");
  expect(messages[2]).toMatchObject({ toolName: "read_log", isError: false });
  expect(resultsIn(messages)[0]).toMatch(/^error: /);
  expect(trace).toContain("read_log 正常");
  expect(trace).not.toContain("警报");
});

it("text-and-call: one reply, its blocks in the order they were made", async () => {
  const { messages } = await play("text-and-call");
  expect(messages[1]).toEqual({
    role: "assistant",
    content: [
      { type: "thinking", thinking: "得看时钟。" },
      { type: "text", text: "我看看时间。" },
      { type: "toolCall", id: "call-1", name: "current_time", arguments: {} },
      { type: "text", text: "稍等。" },
    ],
    stopReason: "toolUse",
  });
});

it("image: in the next request as the tool returned it; the trace only says that it is there", async () => {
  const { trace, requests } = await play("image");
  expect(requests[1]?.messages.at(-1)).toMatchObject({
    content: [...saying("截好了：").content, { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }],
    details: { width: 1, height: 1 },
    isError: false,
  });
  expect(trace).toContain("tool_result: 截好了： <image image/png>\n");
});

it("throws: both are failures, in the words that were thrown, and both raise the alarm", async () => {
  const { trace, messages } = await play("throws");
  expect(resultsIn(messages)).toEqual(["no such file: a (isError)", "offline (isError)"]);
  expect(trace.match(/失败了，发出警报/g)).toHaveLength(2);
});

it("unknown: a failure, and the model corrects itself", async () => {
  const { messages } = await play("unknown");
  expect(shapeOf(messages).slice(1)).toEqual([
    "assistant call-1",
    "toolResult call-1",
    "assistant call-2",
    "toolResult call-2",
    "assistant",
  ]);
  expect(resultsIn(messages)).toEqual(["Tool clock not found (isError)", "2026-01-01 09:00"]);
  expect(messages[2]).toMatchObject({ toolName: "clock" });
});

describe("hooks", () => {
  it("block one call: its handler does not run, after is not asked, the reason is the result", async () => {
    const { trace, messages } = await play("hooks");
    expect(messages[2]).toMatchObject({ toolName: "read_log", ...saying("日志不外传"), isError: true });
    expect(trace).not.toContain("disk full");
    expect(trace.match(/\[afterToolCall\]/g)).toHaveLength(1);
  });

  it("give the other a new text and leave its details; the image is gone from the request, too", async () => {
    const { messages, requests } = await play("hooks");
    const hidden = { ...saying("（已隐去）", { width: 1, height: 1 }), isError: false };
    expect(messages[3]).toMatchObject({ toolName: "screenshot", ...hidden });
    expect(requests[1]?.messages.at(-1)).toMatchObject(hidden);
    expect(JSON.stringify(requests)).not.toContain("image/png");
  });
});

it("error-reply: text and call are kept, the call has its result, and the run ends there", async () => {
  const { messages, requests } = await play("error-reply");
  expect(messages[1]).toMatchObject({
    content: [...saying("我看看。").content, { type: "toolCall", id: "call-1" }],
    stopReason: "error",
    errorMessage: "connection reset",
  });
  expect(resultsIn(messages)).toEqual(["2026-01-01 09:00"]);
  expectEachCallAnswered(messages);
  expect(requests).toHaveLength(1);
});

describe("old-transcript", () => {
  it("goes on after what s06 kept: the first request carries it in blocks", async () => {
    const { messages, requests } = await play("old-transcript");
    expect(requests[0]?.messages).toEqual(messages.slice(0, 6));
    expect(shapeOf(messages)).toEqual([
      "user",
      "assistant old-1 old-2",
      "toolResult old-1",
      "toolResult old-2",
      "assistant",
      "user",
      "assistant call-1",
      "toolResult call-1",
      "assistant",
    ]);
    expectEachCallAnswered(messages);
  });

  it("cannot bring back what s06 did not keep: the honest result passes for an error", async () => {
    const { messages } = await play("old-transcript");
    expect(messages.slice(2, 4)).toMatchObject([
      { toolName: "read_log", isError: true },
      { toolName: "clock", ...saying("error: Tool clock not found"), isError: true },
    ]);
  });
});

it("listener: events alone give another order than the transcript, and no user", async () => {
  const { trace, messages } = await play("listener");
  expect(trace).toContain("[listener]\ntoolResult → assistant → assistant\n");
  expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "toolResult", "assistant"]);
});
