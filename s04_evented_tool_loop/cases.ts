import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { call, fail, text, type RequestView } from "../shared/script.ts";
import type { Note } from "../shared/stage.ts";
import type { Tool } from "./tools.ts";

export type Case = CaseBase & {
  /** Tools may say in the trace that they ran. */
  tools: (note: Note) => Tool[];
};

const currentTime: Tool = {
  spec: { name: "current_time", description: "现在的日期和时间" },
  handler: () => STAGE_TIME,
};

const weekday: Tool = {
  spec: { name: "weekday", description: "一个日期是星期几" },
  handler: ({ date }) => {
    const day = new Date(`${String(date)}T00:00:00Z`).getUTCDay();
    if (Number.isNaN(day)) throw new Error(`not a date: ${String(date)}`);
    return `星期${"日一二三四五六"[day]}`;
  },
};

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

export const cases: Case[] = [
  {
    name: "default",
    shows: "一次调用",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "chain",
    shows: "两轮调用，第二次要用第一次的结果",
    inputs: ["今天星期几？"],
    tools: () => [currentTime, weekday],
    script: [
      [text("先看日期。"), call("call-1", "current_time")],
      [call("call-2", "weekday", { date: STAGE_TIME.slice(0, 10) })],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "batch",
    shows: "一条回复里两次调用",
    inputs: ["现在几点？2026-05-01 星期几？"],
    tools: () => [currentTime, weekday],
    script: [[call("call-1", "current_time"), call("call-2", "weekday", { date: "2026-05-01" })], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "unknown",
    shows: "调用一个不存在的工具",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[call("call-1", "clock")], [call("call-2", "current_time")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "throws",
    shows: "handler 抛错；抛出来的还可能不是 Error",
    inputs: ["昨天星期几？"],
    tools: () => [
      weekday,
      {
        spec: { name: "yesterday", description: "昨天的日期" },
        handler: () => {
          throw "calendar offline";
        },
      },
    ],
    script: [
      [call("call-1", "yesterday")],
      [call("call-2", "weekday", { date: "昨天" })],
      [text((seen) => `查不到（${seen.lastResult}）。`)],
    ],
    showState: true,
  },
  {
    name: "endless",
    shows: "provider 不停地要工具",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: (request) => [call(`call-${request}`, "current_time")],
    showState: true,
  },
  {
    name: "broken-stream",
    shows: "工具执行完以后，流断了",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[call("call-1", "current_time"), fail("connection reset")]],
    showState: true,
  },
  {
    name: "dangerous",
    shows: "模型要删一个目录（s05 的起点）",
    inputs: ["清理一下磁盘"],
    tools: (note) => [
      {
        spec: { name: "dangerous", description: "删除一个目录" },
        handler: ({ path }) => {
          note("dangerous", `rm -rf ${String(path)}`);
          return `已删除 ${String(path)}`;
        },
      },
    ],
    script: [[call("call-1", "dangerous", { path: "/home/me" })], [text(quoteResult)]],
  },
];
