import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { call, fail, text, thinking, type RequestView } from "../shared/script.ts";
import type { Note } from "../shared/stage.ts";
import type { ToolHooks } from "./hooks.ts";
import type { AgentState } from "./state.ts";
import type { Tool, ToolRegistry, ToolResult } from "./tools.ts";
import type { OldMessage } from "./upgrade.ts";

/** What may change while a reply streams. */
type World = { state: AgentState; registry: ToolRegistry };

export type Case = CaseBase<World> & {
  tools: Tool[];
  /** Hooks may say in the trace what they decided. */
  hooks: (note: Note) => ToolHooks;
  /** A transcript of s06 to begin with. */
  oldTranscript?: OldMessage[];
  /** Prints what a listener makes of the events alone. */
  listens?: boolean;
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): ToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const currentTime: Tool = {
  spec: { name: "current_time", description: "现在的日期和时间" },
  handler: async () => saying(STAGE_TIME),
};

const readLog: Tool = {
  spec: { name: "read_log", description: "读日志的最后一行" },
  handler: async () => saying("error: disk full（这是日志里的一行字，读取成功了）", { line: 120 }),
};

/** One pixel; what it shows is nobody's business but the model's. */
const screenshot: Tool = {
  spec: { name: "screenshot", description: "截一张图" },
  handler: async () => ({
    content: [
      { type: "text", text: "截好了：" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
    details: { width: 1, height: 1 },
  }),
};

const noHooks = () => ({});
const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

/** Looks at the flag, not at the text. */
const alarming = (note: Note): ToolHooks => ({
  async afterToolCall({ name }, _result, isError) {
    note("afterToolCall", `${name} ${isError ? "失败了，发出警报" : "正常"}`);
    return undefined;
  },
});

/** Blocks one tool, and gives what it lets through another text; the details stay. */
const strict = (note: Note): ToolHooks => ({
  async beforeToolCall({ name }) {
    if (name !== "read_log") return undefined;
    note("beforeToolCall", `block: ${name}`);
    return { type: "block", reason: "日志不外传" };
  },
  async afterToolCall({ name }, result) {
    note("afterToolCall", `${name}: ${result.content.length} blocks`);
    return { content: [{ type: "text", text: "（已隐去）" }] };
  },
});

/** A run of s06 as it was kept: one honest result that looks like an error, one real error. */
const KEPT_BY_S06: OldMessage[] = [
  { role: "user", content: "日志最后一行是什么？再看看时钟。" },
  {
    role: "assistant",
    content: "我看看。",
    stopReason: "toolUse",
    toolCalls: [
      { id: "old-1", name: "read_log", arguments: {} },
      { id: "old-2", name: "clock", arguments: {} },
    ],
  },
  { role: "toolResult", toolCallId: "old-1", content: "error: disk full（这是日志里的一行字，读取成功了）" },
  { role: "toolResult", toolCallId: "old-2", content: "error: Tool clock not found" },
  { role: "assistant", content: "日志里是磁盘满，时钟没有。", stopReason: "stop" },
];

export const cases: Case[] = [
  {
    name: "default",
    shows: "s06 里分不清的那条结果，现在自己说明是不是错误",
    inputs: ["日志最后一行是什么？"],
    tools: [readLog],
    hooks: alarming,
    script: [[call("call-1", "read_log")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "text-and-call",
    shows: "一条回复里：想一想，说一句，调用，再说一句",
    inputs: ["现在几点？"],
    tools: [currentTime],
    hooks: noHooks,
    script: [
      [thinking("得看时钟。"), text("我看看"), text("时间。"), call("call-1", "current_time"), text("稍等。")],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "image",
    shows: "工具返回一张图：核心不看它，原样带到下一个请求",
    inputs: ["屏幕上是什么？"],
    tools: [screenshot],
    hooks: noHooks,
    script: [[call("call-1", "screenshot")], [text("一个像素。")]],
    showRequests: ["messages"],
  },
  {
    name: "throws",
    shows: "handler 抛错；抛出来的还可能不是 Error",
    inputs: ["读两个文件"],
    tools: [
      {
        spec: { name: "read_a", description: "读文件 a" },
        handler: async () => {
          throw new Error("no such file: a");
        },
      },
      {
        spec: { name: "read_b", description: "读文件 b" },
        handler: () => Promise.reject("offline"),
      },
    ],
    hooks: alarming,
    script: [[call("call-1", "read_a"), call("call-2", "read_b")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "unknown",
    shows: "调用一个不存在的工具",
    inputs: ["现在几点？"],
    tools: [currentTime],
    hooks: noHooks,
    script: [[call("call-1", "clock")], [call("call-2", "current_time")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "hooks",
    shows: "一次拦下，一次只改文字、不动 details",
    inputs: ["读日志，再截一张图"],
    tools: [readLog, screenshot],
    hooks: strict,
    script: [[call("call-1", "read_log"), call("call-2", "screenshot")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "error-reply",
    shows: "回复说到一半断了：文字和调用都在，调用的结果也在",
    inputs: ["现在几点？"],
    tools: [currentTime],
    hooks: noHooks,
    script: [[text("我看看。"), call("call-1", "current_time"), fail("connection reset")]],
    showState: true,
  },
  {
    name: "old-transcript",
    shows: "把 s06 存下的对话搬过来，接着聊",
    inputs: ["现在几点？"],
    tools: [currentTime],
    hooks: noHooks,
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    oldTranscript: KEPT_BY_S06,
    showState: true,
  },
  {
    name: "listener",
    shows: "有人只听事件，想拼出一份 transcript（s08 的起点）",
    inputs: ["现在几点？"],
    tools: [currentTime],
    hooks: noHooks,
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    listens: true,
    showState: true,
  },
];
