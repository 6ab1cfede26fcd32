import { Type, type Static, type TSchema } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { call, end, fragments, text, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** What tools and hooks may use of the stage. */
export type Props = Pick<Stage, "note" | "clock">;

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

/** Lets `execute` have the type that `parameters` says. */
const tool = <Parameters extends TSchema>(one: AgentTool<Parameters>): AgentTool => one;

/** The tool of s08's last case, which now says what it wants. */
const writeNote = ({ note }: Props) =>
  tool({
    name: "write_note",
    label: "便条",
    description: "把一行字写进 path 指的文件",
    parameters: Type.Object({ path: Type.String(), text: Type.String() }),
    async execute(_toolCallId, { path, text: said }) {
      note("write_note", `把「${said}」写进文件 ${path}`);
      return saying(`已写进 ${path}`);
    },
  });

const Edits = Type.Object({
  path: Type.String(),
  edits: Type.Array(Type.Object({ oldText: Type.String(), newText: Type.String() }), { minItems: 1 }),
});

/** Takes a list of edits; before it did, it took a single one, beside the path. */
const edit = ({ note }: Props) =>
  tool({
    name: "edit",
    label: "改文件",
    description: "把文件里的几处文字换掉",
    parameters: Edits,
    prepareArguments(written) {
      const { oldText, newText, ...rest } = written as Record<string, unknown>;
      if (oldText === undefined) return written as Static<typeof Edits>;
      if (newText === undefined) throw new Error("oldText without newText; list what to replace in edits");
      return { ...rest, edits: [{ oldText, newText }] } as Static<typeof Edits>;
    },
    async execute(_toolCallId, { path, edits }) {
      note("edit", edits.map(({ oldText, newText }) => `${oldText} → ${newText}`).join("，"));
      return saying(`${path} 改了 ${edits.length} 处`);
    },
  });

/** Reads `count` lines from line `from` on. */
const readLines = ({ note }: Props) =>
  tool({
    name: "read_lines",
    label: "读几行",
    description: "从第 from 行起读 count 行",
    parameters: Type.Object({ from: Type.Integer(), count: Type.Integer() }),
    async execute(_toolCallId, params) {
      note("read_lines", `收到 ${JSON.stringify(params)}`);
      return saying(`第 ${params.from} 行到第 ${params.from + params.count - 1} 行`);
    },
  });

/** Finds files; the same wish can be said in TypeBox or in plain JSON Schema, as a tool from another program has it. */
const find = (name: string, parameters: TSchema, { note }: Props) =>
  tool({
    name,
    label: "找文件",
    description: "在 dir 里找文件，可以只要名字里有 word 的，可以只找 depth 层",
    parameters,
    async execute(_toolCallId, params) {
      note(name, `收到 ${JSON.stringify(params)}`);
      return saying("0 个文件");
    },
  });

const builtParameters = Type.Object({
  dir: Type.String(),
  word: Type.Optional(Type.String()),
  depth: Type.Optional(Type.Integer()),
});
const plainParameters = {
  type: "object",
  properties: { dir: { type: "string" }, word: { type: "string" }, depth: { type: "integer" } },
  required: ["dir"],
};

const readFile = tool({
  name: "read_file",
  label: "读文件",
  description: "读一个文件",
  parameters: Type.Object({ path: Type.String() }),
  async execute(_toolCallId, { path }) {
    if (path === ".env") return saying("TOKEN=sk-secret-123", { path, lines: 1 });
    if (path === "build.log") return saying("3 个测试没有通过", { path, lines: 80 });
    throw new Error(`no such file: ${path}`);
  },
});

const remove = ({ note }: Props) =>
  tool({
    name: "remove",
    label: "删除",
    description: "删除 path 和里面的一切",
    parameters: Type.Object({ path: Type.String() }),
    async execute(_toolCallId, { path }) {
      note("remove", `rm -rf ${path}`);
      return saying(`已删除 ${path}`);
    },
  });

/** Says what each hook is given and changes nothing. */
const watching = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ toolCall, args }) {
    note(
      "beforeToolCall",
      `${toolCall.name}：写的 ${JSON.stringify(toolCall.arguments)}，执行的 ${JSON.stringify(args)}`,
    );
    return undefined;
  },
  async afterToolCall({ toolCall, isError }) {
    note("afterToolCall", `${toolCall.name} ${isError ? "失败" : "成功"}`);
    return undefined;
  },
});

/** Lets nothing be removed outside of tmp; the schema has made sure that there is a path. */
const onlyTmp = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ toolCall, args }) {
    const { path } = args as { path: string };
    const block = !path.startsWith("tmp/");
    note("beforeToolCall", `${toolCall.name} ${path}：${block ? "拦下" : "放行"}`);
    return { block, reason: "只能删 tmp/ 里的" };
  },
  async afterToolCall({ toolCall }) {
    note("afterToolCall", toolCall.name);
    return undefined;
  },
});

/** Blocks every call: the first without a reason, the second with an empty one. */
const silent = (): Partial<AgentLoopConfig> => ({
  beforeToolCall: async ({ toolCall }) => (toolCall.id === "call-1" ? { block: true } : { block: true, reason: "" }),
});

const faultyBefore = (): Partial<AgentLoopConfig> => ({
  async beforeToolCall() {
    throw new Error("rules file is unreadable");
  },
});

/** As it was read from a file of settings: text. */
const settings: Record<string, unknown> = { maxLines: "5" };

/** Means to cap how many lines are read. */
const capping = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ args }) {
    (args as Record<string, unknown>).count = settings.maxLines;
    note("beforeToolCall", `至多 ${String(settings.maxLines)} 行`);
    return undefined;
  },
});

/** Hides what `.env` says, and takes a build that did not pass for a failure. */
const judging = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async afterToolCall({ args }) {
    const { path } = args as { path: string };
    note("afterToolCall", path);
    return path === ".env" ? { content: saying("TOKEN=***").content } : { isError: true };
  },
});

const faultyAfter = (): Partial<AgentLoopConfig> => ({
  async afterToolCall({ toolCall }) {
    throw new Error(`cannot redact the result of ${toolCall.name}`);
  },
});

const rightNote = call("call-3", "write_note", { path: "todo.txt", text: "周五开会" });
const rightEdit = call("call-2", "edit", {
  path: "todo.txt",
  edits: [
    { oldText: "周五", newText: "周四" },
    { oldText: "开会", newText: "散步" },
  ],
});

export const cases: Case[] = [
  {
    name: "default",
    shows: "s08 里写错参数的两个调用，工具现在说明了它要什么",
    inputs: ["记下：周五开会"],
    tools: (props) => [writeNote(props)],
    script: [
      [
        call("call-1", "write_note", { path: 42, text: "周五开会" }),
        call("call-2", "write_note", { file: "todo.txt", text: "周五开会" }),
      ],
      [rightNote],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "unknown",
    shows: "工具名写错，两个钩子都接着",
    inputs: ["记下：周五开会"],
    tools: (props) => [writeNote(props)],
    config: watching,
    script: [
      [call("call-1", "writeNote", { path: "todo.txt", text: "周五开会" })],
      [call("call-2", "write_note", { path: "todo.txt", text: "周五开会" })],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "invalid",
    shows: "一个调用里有三处不合 schema，钩子接着",
    inputs: ["周五开会改成周四散步"],
    tools: (props) => [edit(props)],
    config: watching,
    script: [
      [call("call-1", "edit", { edits: [{ oldText: "周五" }, { oldText: "开会", newText: ["散步"] }] })],
      [rightEdit],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "coerced",
    shows: "整数写成了字符串和布尔",
    inputs: ["读前三行"],
    tools: (props) => [readLines(props)],
    config: watching,
    script: [[call("call-1", "read_lines", { from: true, count: "3" })], [text(quoteResult)]],
    showRequests: ["messages"],
  },
  {
    name: "null-coerced",
    shows: "可选的参数写成 null：一个工具的 schema 由 TypeBox 造，一个是普通 JSON",
    inputs: ["src 里有哪些文件？"],
    tools: (props) => [find("find", builtParameters, props), find("find_plain", plainParameters, props)],
    script: [
      [
        call("call-1", "find", { dir: "src", word: null, depth: null }),
        call("call-2", "find_plain", { dir: "src", word: null, depth: null }),
      ],
      [text(quoteResult)],
    ],
  },
  {
    name: "prepared",
    shows: "模型照旧的形状写参数，工具有 prepareArguments",
    inputs: ["周五改成周四"],
    tools: (props) => [edit(props)],
    config: watching,
    script: [[call("call-1", "edit", { path: "todo.txt", oldText: "周五", newText: "周四" })], [text(quoteResult)]],
  },
  {
    name: "prepare-throws",
    shows: "旧的形状只写了一半，prepareArguments 抛错",
    inputs: ["周五改成周四"],
    tools: (props) => [edit(props)],
    config: watching,
    script: [[call("call-1", "edit", { path: "todo.txt", oldText: "周五" })], [rightEdit], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "blocked",
    shows: "before 看校验过的参数：一个拦下，一个放行",
    inputs: ["清理磁盘"],
    tools: (props) => [remove(props)],
    config: onlyTmp,
    script: [
      [call("call-1", "remove", { path: "/home/me" }), call("call-2", "remove", { path: "tmp/old" })],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "blocked-without-reason",
    shows: "拦下而没有原因，或者原因是空的",
    inputs: ["清理磁盘"],
    tools: (props) => [remove(props)],
    config: silent,
    script: [
      [call("call-1", "remove", { path: "/home/me" }), call("call-2", "remove", { path: "/home/me" })],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "hook-throws",
    shows: "before 抛错",
    inputs: ["清理磁盘"],
    tools: (props) => [remove(props)],
    config: faultyBefore,
    script: [[call("call-1", "remove", { path: "/home/me" })], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "mutated",
    shows: "before 把校验过的整数改成了字符串",
    inputs: ["读前一百行"],
    tools: (props) => [readLines(props)],
    config: capping,
    script: [[call("call-1", "read_lines", { from: 1, count: 100 })], [text(quoteResult)]],
  },
  {
    name: "tool-throws",
    shows: "execute 抛错，after 接着",
    inputs: ["读日志"],
    tools: () => [readFile],
    config: watching,
    script: [[call("call-1", "read_file", { path: "app.log" })], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "after-rewrites",
    shows: "after 一次只换内容，一次只换成败",
    inputs: ["看看 .env 和构建日志"],
    tools: () => [readFile],
    config: judging,
    script: [
      [call("call-1", "read_file", { path: ".env" }), call("call-2", "read_file", { path: "build.log" })],
      [text(quoteResult)],
    ],
    showRequests: ["messages"],
  },
  {
    name: "after-throws",
    shows: "after 本该脱敏，自己抛错",
    inputs: ["看看 .env"],
    tools: () => [readFile],
    config: faultyAfter,
    script: [[call("call-1", "read_file", { path: ".env" })], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "truncated",
    shows: "模型要删 /data/tmp/old，回复说到 /data 就到了长度上限（s10 的起点）",
    inputs: ["删掉 /data/tmp/old"],
    tools: (props) => [remove(props)],
    script: [
      [fragments("call-1", "remove", ['{"path": ', '"/data'], { path: "/data" }), end("length")],
      [text(quoteResult)],
    ],
    showState: true,
  },
];
