import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { chapter } from "./main.ts";
import type { Message } from "./messages.ts";

/** What a case comes to: its trace line by line, its transcript, and what the user said in each request. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const state = shown.findLast((item) => item.kind === "state");
  const requests = (provider?.requests ?? []).map(({ messages }) => messages as Message[]);
  const spoken = (messages: Message[]) => messages.flatMap((one) => (one.role === "user" ? [one.content] : []));
  return {
    lines: trace.split("\n"),
    messages: (state?.messages ?? []) as Message[],
    heard: trace.match(/(?<=text_delta 听到：).*/g) ?? [],
    requests,
    spoken: requests.map(spoken),
    provider,
  };
}

it.each(chapter.cases.map(({ name }) => name))("%s: the script is what the run asks for", async (name) => {
  const { provider, messages } = await play(name);
  expect(provider?.exhausted).toBeUndefined();
  expect(provider?.unused).toBe(0);
  expectEachCallAnswered(messages);
});

describe("steering", () => {
  it("default: said during the second tool, heard before the third call is made; no work is lost", async () => {
    const { messages, spoken, lines } = await play("default");
    expect(spoken.map((said) => said.length)).toEqual([1, 1, 2, 2]);
    expect(resultsIn(messages)).toEqual(["Edited a.ts", "Edited b.ts", "Edited c.ts, kept the old API"]);
    expect(lines.indexOf("用户插话：c.ts 里的旧接口要留着")).toBeLessThan(
      lines.indexOf("tool_execution_end: edit Edited b.ts"),
    );
  });

  it("same-batch: the third call runs all the same, and what it did is made good afterwards", async () => {
    const { requests } = await play("same-batch");
    expect(shapeOf(requests[1] ?? []).slice(2)).toEqual([
      "toolResult call-1",
      "toolResult call-2",
      "toolResult call-3",
      "user",
    ]);
    expect(resultsIn(requests[2] ?? []).slice(2)).toEqual(["Edited c.ts", "Edited c.ts, kept the old API"]);
  });

  it("before-first-turn: in the first request, after the prompt", async () => {
    expect((await play("before-first-turn")).spoken).toEqual([["What is this project?", "用中文回答"]]);
  });

  it("all, one-at-a-time: three remarks make one more turn, or three", async () => {
    const [all, one] = [await play("all"), await play("one-at-a-time")];
    expect(all.heard).toEqual(["变量名用英文；注释也换；别碰测试"]);
    expect(one.heard).toEqual(["变量名用英文", "注释也换", "别碰测试"]);
  });
});

describe("where a run ends", () => {
  it("follow-up: waits for the reply that would end the run, and the run goes on", async () => {
    const { messages, lines } = await play("follow-up");
    expect(shapeOf(messages).slice(3, 6)).toEqual(["assistant", "user", "assistant call-2"]);
    expect(lines.filter((line) => line === "agent_start")).toHaveLength(1);
  });

  it("both-queues: who steers goes first, though the other one spoke earlier", async () => {
    expect((await play("both-queues")).heard).toEqual(["a.ts 里的旧接口要留着", "再改 b.ts"]);
  });

  it("terminate-and-steer: the run goes on", async () => {
    expect((await play("terminate-and-steer")).heard).toEqual(["等等，还有 b.ts"]);
  });

  it("error-leaves-queue: the failed run takes nothing; the one that continues takes both", async () => {
    const { messages, lines, heard } = await play("error-leaves-queue");
    expect(lines).toContain("agent_end: 2 messages");
    expect(heard).toEqual(["写一份说明；简短些", "再写一份英文的"]);
    expect(shapeOf(messages)).toEqual(["user", "user", "assistant", "user", "assistant"]);
  });

  it("abort-and-steer: the remark comes in before the aborted reply, the follow-up only in the next run", async () => {
    const { messages, spoken } = await play("abort-and-steer");
    expect(shapeOf(messages).slice(2, 5)).toEqual(["toolResult call-1", "user", "assistant"]);
    expect(messages[4]).toMatchObject({ stopReason: "aborted" });
    expect(spoken.at(-2)).toEqual(["改 a.ts", "注释也换", "接着来"]);
    expect(spoken.at(-1)?.at(-1)).toBe("再改 b.ts");
  });

  it("limit: eight turns of both kinds; the fifth follow-up is taken and not answered, the sixth is not taken", async () => {
    const { messages, requests, heard } = await play("limit");
    expect(requests).toHaveLength(8);
    expect(heard).toHaveLength(4);
    expect(messages.slice(-2)).toMatchObject([
      { content: "追加的第五件" },
      { stopReason: "error", errorMessage: "Stopped after 8 turns" },
    ]);
  });
});

describe("continue", () => {
  it("continue: the same request again, and the tool ran once", async () => {
    const { messages, requests, lines } = await play("continue");
    expect(requests[2]).toEqual(requests[1]);
    expect(resultsIn(messages)).toEqual(["Edited a.ts"]);
    expect(lines.filter((line) => line.startsWith("tool_execution_start"))).toHaveLength(1);
    expect(messages.at(-1)).toMatchObject({ stopReason: "stop" });
  });

  it("continue-appends: it fills the caller's array, a prompt does not", async () => {
    const { lines } = await play("continue-appends");
    expect(lines.filter((line) => line.includes("数组里有"))).toEqual([
      "runAgentLoopContinue 之后，数组里有 2 条",
      "runAgentLoop 之后，数组里有 2 条",
    ]);
  });

  it.each([
    ["refuses-empty", "Cannot continue: no messages in context"],
    ["refuses-assistant", "Cannot continue from message role: assistant"],
  ])("%s: %s", async (name, error) => {
    const { lines } = await play(name);
    const said = `[runAgentLoopContinue]\nPromise 失败：${error}\n[agentLoopContinue]\n当场抛错：${error}`;
    expect(lines.slice(2, 6)).toEqual(said.split("\n"));
  });
});

it("unknown-message: refused, and so is every request after it", async () => {
  const { messages, requests } = await play("unknown-message");
  expect(messages.map(({ role }) => String(role))).toContain("notice");
  expect(messages.filter((one) => one.role === "assistant" && one.stopReason === "error")).toHaveLength(2);
  expect(requests).toHaveLength(1);
});
