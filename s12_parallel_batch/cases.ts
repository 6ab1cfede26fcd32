import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { call, text, type RequestView } from "../shared/script.ts";
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
  /** What goes on outside, beside the run. */
  outside?: (props: Props) => Promise<void>;
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

/** How long it takes to read each file, in milliseconds. */
const FILES: Record<string, number> = { "big.log": 300, "small.txt": 100, "middle.md": 200, "secret.txt": 100 };

const Path = Type.Object({ path: Type.String() });

const read = ({ note, clock }: Props): AgentTool<typeof Path> => ({
  name: "read",
  label: "读文件",
  description: "读一个文件",
  parameters: Path,
  async execute(_toolCallId, { path }) {
    note("read", `${path} 开始读`);
    const ms = FILES[path];
    if (ms === undefined) throw new Error(`no such file: ${path}`);
    await clock.sleep(ms);
    return saying(`${path} 的内容`);
  },
});

const write = ({ note, clock }: Props): AgentTool<typeof Path> => ({
  name: "write",
  label: "写文件",
  description: "写一个文件",
  parameters: Path,
  executionMode: "sequential",
  async execute(_toolCallId, { path }) {
    note("write", `${path} 开始写`);
    await clock.sleep(100);
    return saying(`${path} 写好了`);
  },
});

const Line = Type.Object({ line: Type.String() });

/** Two tools that share one file. Appending reads it whole, works on it, and writes it back. */
function notebook({ note, clock }: Props): AgentTool[] {
  let lines: string[] = [];
  const append: AgentTool<typeof Line> = {
    name: "append",
    label: "记一行",
    description: "在 notes.txt 末尾加一行",
    parameters: Line,
    async execute(_toolCallId, { line }) {
      const before = lines;
      note("append", `读到 ${before.length} 行，要加上「${line}」`);
      await clock.sleep(100);
      lines = [...before, line];
      return saying(`加好了，现在有 ${lines.length} 行`);
    },
  };
  const show: AgentTool = {
    name: "show",
    label: "看笔记",
    description: "读 notes.txt",
    parameters: Type.Object({}),
    execute: async () => saying(lines.join("，")),
  };
  return [append, show];
}

/** Its result asks to end the run. */
const submit: AgentTool<typeof Path> = {
  name: "submit",
  label: "交卷",
  description: "交上一份答卷，交完就结束",
  parameters: Path,
  execute: async (_toolCallId, { path }) => ({ ...saying(`${path} 收到了`), terminate: true }),
};

/** A person who takes a second to answer, and says yes. */
const asking = ({ note, clock }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ args }) {
    const { path } = args as { path: string };
    if (path !== "secret.txt") return undefined;
    note("beforeToolCall", `可以读 ${path} 吗？`);
    await clock.sleep(1000);
    note("beforeToolCall", "用户答应了");
    return undefined;
  },
});

const readOnly = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ toolCall }) {
    if (toolCall.name === "read") return undefined;
    note("beforeToolCall", `block: ${toolCall.name}`);
    return { block: true, reason: "这次只许读" };
  },
});

const fetchPage = ({ note, clock }: Props): AgentTool<typeof Path> => ({
  name: "fetch_page",
  label: "取网页",
  description: "取一个网页",
  parameters: Path,
  async execute(_toolCallId, { path }) {
    note("fetch_page", `第 ${Math.floor(clock.now)} 毫秒，开始取 ${path}`);
    await clock.sleep(1000);
    note("fetch_page", `第 ${Math.floor(clock.now)} 毫秒，取到了 ${path}`);
    return saying(`${path} 的内容`);
  },
});

const MINUTE = 60_000;

const build = ({ note, clock }: Props): AgentTool => ({
  name: "build",
  label: "编译",
  description: "编译整个项目",
  parameters: Type.Object({}),
  async execute() {
    note("build", "开始编译");
    await clock.sleep(MINUTE);
    note("build", "编译完了");
    return saying("编译成功");
  },
});

const readBoth = [call("call-1", "read", { path: "big.log" }), call("call-2", "read", { path: "small.txt" })];

export const cases: Case[] = [
  {
    name: "default",
    shows: "一条回复里读两个文件，第一个要读 300 毫秒，第二个 100 毫秒",
    inputs: ["读两个文件"],
    tools: (props) => [read(props)],
    script: [readBoth, [text("读完了。")]],
    showTimeline: true,
    showState: true,
  },
  {
    name: "all-at-once",
    shows: "s11 最后那个剧本：一条回复里取三个网页，每个要 1000 毫秒",
    inputs: ["取三个网页"],
    tools: (props) => [fetchPage(props)],
    script: [
      [
        call("call-1", "fetch_page", { path: "/a" }),
        call("call-2", "fetch_page", { path: "/b" }),
        call("call-3", "fetch_page", { path: "/c" }),
      ],
      [text("取到了。")],
    ],
  },
  {
    name: "three-orders",
    shows: "读三个文件，分别要 300、100、200 毫秒",
    inputs: ["读三个文件"],
    tools: (props) => [read(props)],
    script: [[...readBoth, call("call-3", "read", { path: "middle.md" })], [text("读完了。")]],
    showTimeline: true,
    showState: true,
  },
  {
    name: "preflight-holds",
    shows: "三个文件，中间那个要先问用户，用户 1000 毫秒以后才回答",
    inputs: ["读三个文件"],
    tools: (props) => [read(props)],
    config: asking,
    script: [
      [
        call("call-1", "read", { path: "big.log" }),
        call("call-2", "read", { path: "secret.txt" }),
        call("call-3", "read", { path: "small.txt" }),
      ],
      [text("读完了。")],
    ],
    showTimeline: true,
  },
  {
    name: "blocked-later",
    shows: "先读一个文件，再写一个；写的那次在预检时被拦下",
    inputs: ["读一个，写一个"],
    tools: (props) => [read(props), { ...write(props), executionMode: "parallel" }],
    config: readOnly,
    script: [
      [call("call-1", "read", { path: "small.txt" }), call("call-2", "write", { path: "out.txt" })],
      [text(quoteResult)],
    ],
    showTimeline: true,
    showState: true,
  },
  {
    name: "sequential-tool",
    shows: "读、写、读；写文件的工具声明 executionMode: sequential",
    inputs: ["读一个，写一个，再读一个"],
    tools: (props) => [read(props), write(props)],
    script: [
      [
        call("call-1", "read", { path: "big.log" }),
        call("call-2", "write", { path: "out.txt" }),
        call("call-3", "read", { path: "small.txt" }),
      ],
      [text("做完了。")],
    ],
    showTimeline: true,
  },
  {
    name: "sequential-setting",
    shows: "读两个文件，工具没有声明，设置里写着 toolExecution: sequential",
    inputs: ["读两个文件"],
    tools: (props) => [read(props)],
    config: () => ({ toolExecution: "sequential" }),
    script: [readBoth, [text("读完了。")]],
    showTimeline: true,
  },
  {
    name: "setting-beats-tool",
    shows: "工具声明可以并行，设置要求排队",
    inputs: ["读两个文件"],
    tools: (props) => [{ ...read(props), executionMode: "parallel" }],
    config: () => ({ toolExecution: "sequential" }),
    script: [readBoth, [text("读完了。")]],
    showTimeline: true,
  },
  {
    name: "one-fails",
    shows: "读三个文件，中间那个不存在",
    inputs: ["读三个文件"],
    tools: (props) => [read(props)],
    script: [
      [
        call("call-1", "read", { path: "big.log" }),
        call("call-2", "read", { path: "missing.txt" }),
        call("call-3", "read", { path: "small.txt" }),
      ],
      [text("有一个文件不存在。")],
    ],
    showTimeline: true,
    showState: true,
  },
  {
    name: "same-file",
    shows: "两个调用同时往一个文件里各加一行，再读出来看",
    inputs: ["记下牛奶和面包"],
    tools: notebook,
    script: [
      [call("call-1", "append", { line: "牛奶" }), call("call-2", "append", { line: "面包" })],
      [call("call-3", "show")],
      [text(quoteResult)],
    ],
    showTimeline: true,
    showState: true,
  },
  {
    name: "terminate-all",
    shows: "两份答卷，两条结果都要求结束",
    inputs: ["交两份答卷"],
    tools: () => [submit],
    script: [[call("call-1", "submit", { path: "a.md" }), call("call-2", "submit", { path: "b.md" })]],
    showState: true,
  },
  {
    name: "terminate-one",
    shows: "交一份答卷，读一个文件，只有一条结果要求结束",
    inputs: ["交一份答卷，再读一个文件"],
    tools: (props) => [submit, read(props)],
    script: [
      [call("call-1", "submit", { path: "a.md" }), call("call-2", "read", { path: "small.txt" })],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "unstoppable",
    shows: "编译要一分钟，用户在第一秒按了停止（s13 的起点）",
    inputs: ["编译一下"],
    tools: (props) => [build(props)],
    outside: async ({ note, clock }) => {
      await clock.sleep(1000);
      note("outside", "用户按了停止");
    },
    script: [[call("call-1", "build")], [text(quoteResult)]],
    showTimeline: true,
  },
];
