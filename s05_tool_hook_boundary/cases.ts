import type { CaseBase } from "../shared/chapter.ts";
import { call, meanwhile, text, type RequestView } from "../shared/script.ts";
import type { Note } from "../shared/stage.ts";
import type { ToolHooks } from "./hooks.ts";
import type { Tool, ToolRegistry } from "./tools.ts";

/** What may change while a reply streams. */
type World = { registry: ToolRegistry };

export type Case = CaseBase<World> & {
  tools: Tool[];
  /** Hooks may say in the trace what they decided. */
  hooks: (note: Note) => ToolHooks;
};

const echo: Tool = {
  spec: { name: "echo", description: "原样返回一段文字" },
  handler: ({ text }) => String(text),
};

const dangerous: Tool = {
  spec: { name: "dangerous", description: "删除一个目录" },
  handler: () => "不该执行到这里",
};

const readEnv: Tool = {
  spec: { name: "read_env", description: "读出环境变量" },
  handler: () => "USER=lin TOKEN=sk-secret-123",
};

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

/** Allows all but one tool, and marks every result it lets through. */
const checking = (note: Note): ToolHooks => ({
  beforeToolCall({ name }) {
    const blocked = name === "dangerous";
    note("beforeToolCall", `${blocked ? "block" : "allow"}: ${name}`);
    return blocked ? { type: "block", reason: "这个工具在演示里被禁用" } : { type: "allow" };
  },
  afterToolCall({ name }, result) {
    note("afterToolCall", `${name} -> ${result}`);
    return `checked: ${result}`;
  },
});

/** Hides secrets before anything is said about the result. */
const redacting = (note: Note): ToolHooks => ({
  afterToolCall({ name }, result) {
    const redacted = result.replace(/sk-[\w-]+/g, "***");
    note("afterToolCall", `${name} -> ${redacted}`);
    return redacted;
  },
});

/** Both hooks have a fault: one cannot load its rules, one cannot read what it should redact. */
const faulty = (): ToolHooks => ({
  beforeToolCall({ name }) {
    if (name === "dangerous") throw new Error("rules file is unreadable");
    return { type: "allow" };
  },
  afterToolCall({ name }) {
    throw new Error(`cannot redact the result of ${name}`);
  },
});

export const cases: Case[] = [
  {
    name: "default",
    shows: "两个插口都接上，放行一次调用",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: checking,
    script: [[call("call-1", "echo", { text: "hi" })], [text(quoteResult)]],
  },
  {
    name: "blocked",
    shows: "before 拦下一次调用",
    inputs: ["清理一下磁盘"],
    tools: [dangerous],
    hooks: checking,
    script: [[call("call-1", "dangerous", { path: "/home/me" })], [text(quoteResult)]],
  },
  {
    name: "no-hooks",
    shows: "两个插口都空着",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: () => ({}),
    script: [[call("call-1", "echo", { text: "hi" })], [text(quoteResult)]],
  },
  {
    name: "throws",
    shows: "handler 抛错，after 还接着",
    inputs: ["读一下日志"],
    tools: [
      {
        spec: { name: "read_log", description: "读日志" },
        handler: () => {
          throw new Error("no such file: app.log");
        },
      },
    ],
    hooks: checking,
    script: [[call("call-1", "read_log")], [text(quoteResult)]],
  },
  {
    name: "rewrite",
    shows: "after 替换结果里的密钥",
    inputs: ["看看环境变量"],
    tools: [readEnv],
    hooks: redacting,
    script: [[call("call-1", "read_env")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "hook-throws",
    shows: "两个钩子自己抛错",
    inputs: ["清理磁盘，再看看环境变量"],
    tools: [dangerous, readEnv],
    hooks: faulty,
    script: [[call("call-1", "dangerous", { path: "/home/me" }), call("call-2", "read_env")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "tool-removed",
    shows: "请求之后、执行之前，工具被卸载（s06 的起点）",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: () => ({}),
    script: [
      [
        meanwhile("插件 echo 被卸载", ({ registry }) => registry.unregister("echo")),
        call("call-1", "echo", { text: "hi" }),
      ],
      [text(quoteResult)],
    ],
    showRequests: ["tools"],
  },
];
