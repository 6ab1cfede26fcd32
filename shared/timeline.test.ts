import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Stage, type Show } from "./stage.ts";
import { chartOf, Timeline, type Moment } from "./timeline.ts";

const noon = { now: 0 };
const start = (call: string) => ({ type: "tool_execution_start", toolCallId: call, toolName: "read" });
const end = (call: string) => ({ type: "tool_execution_end", toolCallId: call, toolName: "read" });
const result = (call: string) => ({
  type: "message_end",
  message: { role: "toolResult", toolCallId: call, toolName: "read" },
});

function moment(at: number, what: Exclude<Moment["what"], "outside">, call: string): Moment {
  return { at, what, call, tool: "read" };
}

describe("Timeline", () => {
  it("writes down the events of a call, in order, with whole milliseconds", () => {
    const clock = { now: 0 };
    const timeline = new Timeline(clock);
    timeline.hear(start("a"));
    clock.now = 10 + 1 / 1024;
    timeline.hear(end("a"));
    timeline.hear(result("a"));
    expect(timeline.moments).toEqual([moment(0, "start", "a"), moment(10, "end", "a"), moment(10, "result", "a")]);
  });

  it("takes no interest in other events and other messages", () => {
    const timeline = new Timeline(noon);
    for (const event of [
      { type: "agent_start" },
      { type: "message_start", message: { role: "toolResult", toolCallId: "a", toolName: "read" } },
      { type: "message_end", message: { role: "assistant" } },
      { type: "message_end" },
    ]) {
      timeline.hear(event);
    }
    expect(timeline.moments).toEqual([]);
  });

  it("watches a tool: its body begins, and is done when it has returned or failed; nothing else changes", async () => {
    const clock = { now: 0 };
    const timeline = new Timeline(clock);
    const tool = {
      name: "read",
      label: "读",
      async execute(id: string, { ms }: { ms: number }) {
        clock.now += ms;
        if (ms > 5) throw new Error(`${id} ${this.label}`);
        return `${id} ${this.label}`;
      },
    };
    const watched = timeline.watch(tool);
    expect(watched).toMatchObject({ name: "read", label: "读" });
    await expect(watched.execute("a", { ms: 5 })).resolves.toBe("a 读");
    await expect(watched.execute("b", { ms: 10 })).rejects.toThrow("b 读");
    expect(timeline.moments).toEqual([
      moment(0, "body", "a"),
      moment(5, "done", "a"),
      moment(5, "body", "b"),
      moment(15, "done", "b"),
    ]);
  });
});

describe("chartOf", () => {
  it("draws a row for each call: the order from left to right, and time as width", () => {
    const moments = [
      moment(0, "start", "a"),
      moment(0, "start", "b"),
      moment(0, "end", "b"),
      moment(0, "body", "a"),
      moment(100, "done", "a"),
      moment(100, "end", "a"),
      moment(100, "result", "a"),
      moment(100, "result", "b"),
    ];
    expect(chartOf(moments)).toEqual([
      "毫秒    0                                                             100",
      "a read  S.....[=======================================================].E.R",
      "b read    S.E...............................................................R",
      "S 开始处理  [==] 主体执行  E 结束  R 结果消息",
    ]);
  });

  it("marks what happened outside, and lets a body that is never done run to the end", () => {
    const moments: Moment[] = [
      moment(0, "start", "a"),
      moment(0, "body", "a"),
      { at: 10, what: "outside", text: "停" },
    ];
    const [, call, outside, legend] = chartOf(moments);
    expect(call).toMatch(/^a read +S\.\[=+$/);
    expect(outside).toMatch(/^outside +!$/);
    expect(outside).toHaveLength(call?.length ?? 0);
    expect(legend).toMatch(/ {2}! 停$/);
  });

  it("draws a call whose answer is still missing as far as it came, and no line between two uses of one id", () => {
    const answered = [moment(0, "start", "a"), moment(0, "end", "a"), moment(0, "result", "a")];
    expect(chartOf([...answered, moment(0, "start", "a"), moment(0, "end", "a")])[1]).toBe("a read  S.E.R S.E");
  });

  it("leaves out a time that would touch the one after it", () => {
    const [times] = chartOf([moment(0, "start", "a"), moment(9999, "body", "a"), moment(10_000, "done", "a")]);
    expect(times).toMatch(/^毫秒 +0 +10000$/);
  });

  it("says so when there is nothing to draw", () => {
    expect(chartOf([])).toEqual(["（没有调用）"]);
  });

  it("never puts two moments into one column, keeps their order, and fits into 80 columns", () => {
    const what = fc.constantFrom("start", "body", "done", "end", "result" as const);
    const anyMoments = fc
      .array(fc.tuple(fc.nat(60_000), what, fc.constantFrom("call-1", "call-2", "call-3")), {
        minLength: 1,
        maxLength: 50,
      })
      .map((all) => all.toSorted(([a], [b]) => a - b).map(([at, name, call]) => moment(at, name, call)));
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const [, ...lines] = chartOf(moments);
        const rows = lines.slice(0, -1);
        const marks = rows.flatMap((row) =>
          [...row.slice(13).matchAll(/[SER[\]]/g)].map(({ 0: mark, index }) => ({ mark, index })),
        );
        const order = marks.toSorted((a, b) => a.index - b.index);
        expect(new Set(order.map(({ index }) => index)).size).toBe(moments.length);
        const letters = { start: "S", body: "[", done: "]", end: "E", result: "R", outside: "!" };
        expect(order.map(({ mark }) => mark)).toEqual(moments.map((one) => letters[one.what]));
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

it("a stage fills its time line from the events and from what is said outside, and shows it when it is asked", async () => {
  const shown: Show[] = [];
  const stage = new Stage({ caseName: "toy", show: (item) => shown.push(item) });
  await stage.output(start("a"));
  stage.note("read", "a");
  stage.note("outside", "停");
  expect(shown.some(({ kind }) => kind === "timeline")).toBe(false);
  stage.showTimeline();
  await stage.output(end("a"));
  expect(shown.find((item) => item.kind === "timeline")?.moments).toEqual([
    moment(0, "start", "a"),
    { at: 0, what: "outside", text: "停" },
  ]);
});
