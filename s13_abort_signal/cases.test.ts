import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** What a case comes to: its trace line by line, its transcript, and the messages of each request. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const state = shown.findLast((item) => item.kind === "state");
  return {
    lines: trace.split("\n"),
    messages: (state?.messages ?? []) as Message[],
    requests: (provider?.requests ?? []).map(({ messages }) => messages as Message[]),
    provider,
  };
}

it.each(chapter.cases.map(({ name }) => name))("%s: the script is what the run asks for", async (name) => {
  const { provider } = await play(name);
  expect(provider?.exhausted).toBeUndefined();
  expect(provider?.unused).toBe(0);
});

describe("where the run is", () => {
  it("default: the tool ends itself, and the run ends with an aborted reply", async () => {
    const { messages } = await play("default");
    expect(resultsIn(messages)).toEqual(["Stopped after 2 of 4 suites (isError)"]);
    expect(messages.at(-1)).toMatchObject({ stopReason: "aborted", errorMessage: "Request was aborted" });
  });

  it("before-start: the request is made all the same, and nothing comes of it", async () => {
    const { messages, requests } = await play("before-start");
    expect(requests).toHaveLength(1);
    expect(messages.at(-1)).toMatchObject({ content: [], stopReason: "aborted" });
  });

  it("while-streaming: what was said stays", async () => {
    const { messages } = await play("while-streaming");
    expect(messages.at(-1)).toMatchObject({ content: [{ text: "这是一个" }], stopReason: "aborted" });
  });

  it("in-before-hook: the call is refused, the two after it leave no trace", async () => {
    const { messages, lines } = await play("in-before-hook");
    expect(resultsIn(messages)).toEqual(["Operation aborted (isError)"]);
    expect(lines.filter((line) => line.startsWith("tool_execution_start"))).toHaveLength(1);
  });

  it("between-preflights: the call that was agreed to runs to its end", async () => {
    const { messages, lines } = await play("between-preflights");
    expect(resultsIn(messages)).toEqual(["Built", "Operation aborted (isError)"]);
    expect(lines.indexOf("tool_execution_end: build Operation aborted (isError)")).toBeLessThan(
      lines.indexOf("第 5500 毫秒，写出 dist/"),
    );
  });

  it("during-body-deaf: its progress and its result count as ever", async () => {
    const { messages, lines } = await play("during-body-deaf");
    expect(resultsIn(messages)).toEqual(["Built"]);
    expect(lines.indexOf("tool_execution_update: build 50%")).toBeGreaterThan(lines.indexOf("用户按了停止"));
  });

  it("in-after-hook: what the hook made of the result stays", async () => {
    expect(resultsIn((await play("in-after-hook")).messages)).toEqual(["（已隐去）"]);
  });
});

describe("beside the other ways to hold a call", () => {
  it.each([
    ["block-and-abort", "Operation aborted (isError)"],
    ["hook-throws-and-abort", "the prompt was closed (isError)"],
  ])("%s: %s", async (name, result) => {
    expect(resultsIn((await play(name)).messages)).toEqual([result]);
  });

  it("asks-once-more: with the result; terminate-and-abort: not at all", async () => {
    const { requests } = await play("asks-once-more");
    expect(requests.map((messages) => resultsIn(messages))).toEqual([[], ["Gave up"]]);
    expect((await play("terminate-and-abort")).requests).toHaveLength(1);
  });

  it("deaf-provider: the run goes on until the model stops asking", async () => {
    const { messages, requests } = await play("deaf-provider");
    expect(requests).toHaveLength(3);
    expect(shapeOf(messages).slice(3)).toEqual(["assistant call-2 call-3", "toolResult call-2", "assistant"]);
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
  });
});

describe("progress", () => {
  it("updates: of both tools, as it comes", async () => {
    const { lines } = await play("updates");
    expect(lines.filter((line) => line.startsWith("tool_execution_update"))).toEqual([
      "tool_execution_update: run_tests 1/2",
      "tool_execution_update: build 50%",
      "tool_execution_update: run_tests 2/2",
    ]);
  });

  it("late-update: the tool says it, and nobody listens", async () => {
    const { lines } = await play("late-update");
    expect(lines).toContain("第 2500 毫秒，报告 90%");
    expect(lines.filter((line) => line.startsWith("tool_execution_update"))).toEqual([
      "tool_execution_update: build 10%",
    ]);
  });
});

/** Calls in the last request that have no result there. */
function unanswered(requests: Message[][]): string[] {
  const ids = shapeOf(requests.at(-1) ?? []).map((shape) => shape.split(" "));
  const answered = new Set(ids.filter(([role]) => role === "toolResult").map(([, id]) => id));
  return ids.flatMap(([role, ...calls]) => (role === "assistant" ? calls : [])).filter((id) => !answered.has(id));
}

describe("calls without a result", () => {
  it.each([
    ["sequential-rest", ["call-2", "call-3"]],
    ["failed-reply", ["call-1"]],
    ["aborted-reply", ["call-1"]],
    ["repaired", []],
    ["failed-reply-repaired", []],
  ])("%s: the last request leaves open %j", async (name, open) => {
    expect(unanswered((await play(name)).requests)).toEqual(open);
  });

  it("repaired: in the request only; the transcript is as it was", async () => {
    const { messages, requests } = await play("repaired");
    expectEachCallAnswered(requests[1] ?? []);
    expect(messages).toEqual((await play("sequential-rest")).messages);
  });

  it("null-arguments: go out as they are; repaired, as an empty object", async () => {
    const argumentsIn = async (name: string) => (await play(name)).requests[1]?.[1]?.content;
    expect(await argumentsIn("null-arguments")).toMatchObject([{ arguments: null }]);
    expect(await argumentsIn("null-arguments-repaired")).toEqual([
      { type: "toolCall", id: "call-1", name: "edit", arguments: {} },
    ]);
  });

  it("stalled-batch: a result that was there after a second comes in after ten minutes", async () => {
    const { lines } = await play("stalled-batch");
    const at = (line: string) => lines.indexOf(line);
    expect(at("tool_execution_end: run_tests Passed: 1")).toBeLessThan(at("用户按了停止"));
    expect(at("message_end: toolResult call-1")).toBeGreaterThan(at("第 600000 毫秒，写出 dist/"));
  });
});

it("cannot-steer: what was half done is done again", async () => {
  const { messages, requests } = await play("cannot-steer");
  expect(resultsIn(messages)).toEqual([
    "Edited a.ts",
    "Stopped; b.ts is unchanged (isError)",
    "Edited b.ts",
    "Edited c.ts",
  ]);
  expectEachCallAnswered(requests[2] ?? []);
});
