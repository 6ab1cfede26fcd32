import { describe, expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import { chartOf } from "../shared/timeline.ts";
import { chapter } from "./main.ts";
import type { AgentEvent } from "./events.ts";
import type { Message } from "./messages.ts";

/** The moments of a case in words ("start call-1"), their times, what its provider was sent, and its trace. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const timeline = shown.find((item) => item.kind === "timeline");
  const moments = timeline?.moments ?? [];
  const said = moments.map((one) => (one.what === "outside" ? one.what : `${one.what} ${one.call}`));
  const events = shown.flatMap((item) => (item.kind === "event" ? [item.event as AgentEvent] : []));
  const ended = events.find((event) => event.type === "agent_end");
  return {
    trace,
    moments,
    messages: (ended?.messages ?? []) as Message[],
    requests: provider?.requests.length,
    only: (...kinds: string[]) => said.filter((line) => kinds.includes(line.split(" ")[0] ?? "")),
    at: (line: string) => moments[said.indexOf(line)]?.at,
    duration: moments.at(-1)?.at,
  };
}

const each = (what: string, ...ids: number[]) => ids.map((id) => `${what} call-${id}`);

it("every case pairs calls and results, and its time line fits into 80 columns", async () => {
  for (const { name } of chapter.cases) {
    const { messages, moments } = await play(name);
    expectEachCallAnswered(messages);
    for (const line of chartOf(moments)) {
      expect(line.replace(/\p{Script=Han}/gu, "..").length, `${name}: ${line}`).toBeLessThanOrEqual(80);
    }
  }
});

it("default: the shorter one ends first, the results come in the order of the calls, in the time of the longer one", async () => {
  const { only, duration, messages } = await play("default");
  expect(only("start", "body", "end", "result")).toEqual([
    ...each("start", 1, 2),
    ...each("body", 1, 2),
    ...each("end", 2, 1),
    ...each("result", 1, 2),
  ]);
  expect(duration).toBe(300);
  expect(resultsIn(messages)).toEqual(["big.log 的内容", "small.txt 的内容"]);
});

it("all-at-once: the script that took 3000 ms in s11 takes 1000", async () => {
  const { trace, messages } = await play("all-at-once");
  expect(trace.match(/第 \d+ 毫秒/g)).toEqual(["0", "0", "0", "1000", "1000", "1000"].map((ms) => `第 ${ms} 毫秒`));
  expect(resultsIn(messages)).toEqual(["/a 的内容", "/b 的内容", "/c 的内容"]);
});

it("three-orders: starts 1 2 3, ends 2 3 1, results 1 2 3", async () => {
  const { only } = await play("three-orders");
  expect(only("start", "end", "result")).toEqual([
    ...each("start", 1, 2, 3),
    ...each("end", 2, 3, 1),
    ...each("result", 1, 2, 3),
  ]);
});

it("preflight-holds: one question holds every body, also that of the call before it", async () => {
  const { only, at, duration } = await play("preflight-holds");
  expect(at("start call-1")).toBe(0);
  expect(at("start call-3")).toBe(1000);
  expect(each("body", 1, 2, 3).map(at)).toEqual([1000, 1000, 1000]);
  expect(only("start", "body")).toEqual([...each("start", 1, 2, 3), ...each("body", 1, 2, 3)]);
  expect(duration).toBe(1300);
});

it("blocked-later: the blocked call ends before the earlier one runs, and is answered after it", async () => {
  const { only, messages } = await play("blocked-later");
  expect(only("body", "end", "result")).toEqual([
    "end call-2",
    "body call-1",
    "end call-1",
    "result call-1",
    "result call-2",
  ]);
  expect(resultsIn(messages)).toEqual(["small.txt 的内容", "这次只许读 (isError)"]);
});

describe("one by one", () => {
  const handled = (id: number) => ["start", "body", "done", "end", "result"].map((what) => `${what} call-${id}`);
  const all = ["start", "body", "done", "end", "result"];

  it("sequential-tool: the reads before and after it, too", async () => {
    const { only, duration } = await play("sequential-tool");
    expect(only(...all)).toEqual([...handled(1), ...handled(2), ...handled(3)]);
    expect(duration).toBe(500);
  });

  it.each(["sequential-setting", "setting-beats-tool"])("%s: both reads", async (name) => {
    const { only, duration } = await play(name);
    expect(only(...all)).toEqual([...handled(1), ...handled(2)]);
    expect(duration).toBe(400);
  });
});

it("one-fails: it ends first, the others go on", async () => {
  const { only, messages } = await play("one-fails");
  expect(only("end")).toEqual(each("end", 2, 3, 1));
  expect(resultsIn(messages)).toEqual(["big.log 的内容", "no such file: missing.txt (isError)", "small.txt 的内容"]);
});

it("same-file: both appends report success, and one line is lost", async () => {
  const { messages } = await play("same-file");
  expect(resultsIn(messages)).toEqual(["加好了，现在有 1 行", "加好了，现在有 1 行", "面包"]);
});

it("terminate-all: the run ends with the results, unseen by the model", async () => {
  const { messages, requests } = await play("terminate-all");
  expect(requests).toBe(1);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "toolResult"]);
});

it("terminate-one: one of two is not enough", async () => {
  const { messages, requests } = await play("terminate-one");
  expect(requests).toBe(2);
  expect(messages.at(-1)?.role).toBe("assistant");
});

it("unstoppable: the user asks to stop after a second, and nothing is different", async () => {
  const { at, only, requests, trace } = await play("unstoppable");
  expect(at("outside")).toBe(1000);
  expect(at("done call-1")).toBe(60_000);
  expect(only("body", "outside", "done", "result")).toEqual(["body call-1", "outside", "done call-1", "result call-1"]);
  expect(requests).toBe(2);
  expect(trace).toContain("[outside]\n用户按了停止\n[build]\n编译完了\n");
});
