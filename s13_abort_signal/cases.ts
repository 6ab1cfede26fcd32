import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { call, end, fail, fragments, meanwhile, text, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import { repairToolResults } from "./repair.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig; abort: () => void };

/** What tools and hooks may use of the stage; `abort` stops the run that is on. */
export type Props = Pick<Stage, "note" | "clock"> & { abort: () => void };

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
  /** The signal of the first run is aborted before the run begins. */
  abortedAtStart?: true;
  /** The user stops the first run this many virtual milliseconds after it began. */
  abortAt?: number;
  /** The provider is not handed the signal. */
  deafProvider?: true;
};

/** A result of one text. */
const saying = (said: string): AgentToolResult => ({ content: [{ type: "text", text: said }], details: {} });

const Suites = Type.Object({ suites: Type.Integer() });

/** Takes a second for each suite. It waits with the signal, and ends itself when that is aborted. */
const testing = ({ clock }: Props, reportsProgress = false): AgentTool<typeof Suites> => ({
  name: "run_tests",
  label: "测试",
  description: "跑测试，一套一秒",
  parameters: Suites,
  async execute(_id, { suites }, signal, onUpdate) {
    for (let passed = 0; passed < suites; passed++) {
      await clock.sleep(1000, signal);
      if (signal?.aborted) throw new Error(`Stopped after ${passed} of ${suites} suites`);
      if (reportsProgress) onUpdate?.(saying(`${passed + 1}/${suites}`));
    }
    return saying(`Passed: ${suites}`);
  },
});

const Seconds = Type.Object({ seconds: Type.Integer() });

/** Takes its time, and looks at no signal. */
const building = ({ clock, note }: Props): AgentTool<typeof Seconds> => ({
  name: "build",
  label: "编译",
  description: "编译，写出 dist/",
  parameters: Seconds,
  async execute(_id, { seconds }, _signal, onUpdate) {
    await clock.sleep(seconds * 500);
    onUpdate?.(saying("50%"));
    await clock.sleep(seconds * 500);
    note("build", `第 ${Math.floor(clock.now)} 毫秒，写出 dist/`);
    return saying("Built");
  },
});

/** Has its result after a second, and goes on telling how far it is. */
const hasty = ({ clock, note }: Props): AgentTool => ({
  name: "build",
  label: "编译",
  description: "在后台编译",
  parameters: Type.Object({}),
  async execute(_id, _params, _signal, onUpdate) {
    void clock.sleep(2500).then(() => {
      note("build", `第 ${Math.floor(clock.now)} 毫秒，报告 90%`);
      onUpdate?.(saying("90%"));
    });
    await clock.sleep(500);
    onUpdate?.(saying("10%"));
    await clock.sleep(500);
    return saying("Building in the background");
  },
});

const Path = Type.Object({ path: Type.String() });

/** Takes two seconds, one file after the other. Stopped half way, it leaves the file as it was. */
const editing = ({ clock }: Props): AgentTool<typeof Path> => ({
  name: "edit",
  label: "改文件",
  description: "把一个文件换成新接口，两秒",
  parameters: Path,
  executionMode: "sequential",
  async execute(_id, { path }, signal) {
    await clock.sleep(2000, signal);
    if (signal?.aborted) throw new Error(`Stopped; ${path} is unchanged`);
    return saying(`Edited ${path}`);
  },
});

const Last = Type.Object({ last: Type.Optional(Type.Boolean()) });

/** Aborts the run and returns as if nothing had happened; `last` asks to end it, too. */
const giveUp = ({ abort, note }: Props): AgentTool<typeof Last> => ({
  name: "give_up",
  label: "放弃",
  description: "停下这次运行",
  parameters: Last,
  async execute(_id, { last }) {
    note("give_up", "中止");
    abort();
    return { ...saying("Gave up"), terminate: last };
  },
});

/** Asks the user about each call, which takes a second; the user agrees. */
const asking = ({ clock, note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ toolCall }, signal) {
    note("beforeToolCall", `执行 ${toolCall.id} 吗？`);
    await clock.sleep(1000, signal);
    note("beforeToolCall", signal?.aborted ? "不问了" : "用户同意");
    return undefined;
  },
});

/** The user answers the first question with the stop button; `then` is what the hook makes of it. */
const stopping = ({ abort, note }: Props, then: () => { block: true; reason: string } | undefined) => ({
  async beforeToolCall() {
    note("beforeToolCall", "用户按了停止");
    abort();
    return then();
  },
});

const repairing = (): Partial<AgentLoopConfig> => ({ convertToLlm: repairToolResults });

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;
/** For a request that the provider declines, because the run was stopped. */
const unsaid = [text("（没有机会说出来）")];

const edits = ["a.ts", "b.ts", "c.ts"].map((path, index) => call(`call-${index + 1}`, "edit", { path }));
const moreEdits = ["b.ts", "c.ts"].map((path, index) => call(`call-${index + 4}`, "edit", { path }));
const builds = [1, 2, 3].map((number) => call(`call-${number}`, "build", { seconds: 4 }));

/** Where the run is when the signal is aborted. */
const moments: Case[] = [
  {
    name: "default",
    shows: "测试跑到一半，用户按了停止；工具一直看着信号",
    inputs: ["跑一遍测试"],
    tools: (props) => [testing(props)],
    script: [[call("call-1", "run_tests", { suites: 4 })], unsaid],
    abortAt: 2500,
    showTimeline: true,
    showState: true,
  },
  {
    name: "before-start",
    shows: "运行还没开始，信号已经中止",
    inputs: ["跑一遍测试"],
    tools: (props) => [testing(props)],
    script: [[call("call-1", "run_tests", { suites: 4 })]],
    abortedAtStart: true,
    showRequests: ["messages"],
    showState: true,
  },
  {
    name: "while-streaming",
    shows: "回复说到一半，用户按了停止",
    inputs: ["讲讲这个项目"],
    tools: () => [],
    script: [[text("这是一个"), meanwhile("用户按了停止", ({ abort }: World) => abort()), text("教学仓库。")]],
    showState: true,
  },
  {
    name: "in-before-hook",
    shows: "问用户要不要执行，用户按了停止",
    inputs: ["编译三次"],
    tools: (props) => [building(props)],
    config: (props) => stopping(props, () => undefined),
    script: [builds, unsaid],
    showState: true,
  },
  {
    name: "between-preflights",
    shows: "第一个调用用户同意了，问到第二个时按了停止",
    inputs: ["编译三次"],
    tools: (props) => [building(props)],
    config: asking,
    script: [builds, unsaid],
    abortAt: 1500,
    showTimeline: true,
    showState: true,
  },
  {
    name: "during-body-deaf",
    shows: "编译到一半，用户按了停止；工具不看信号",
    inputs: ["编译"],
    tools: (props) => [building(props)],
    script: [[call("call-1", "build", { seconds: 4 })], unsaid],
    abortAt: 1500,
    showTimeline: true,
    showState: true,
  },
  {
    name: "in-after-hook",
    shows: "after 看到结果，换掉文字，同时中止",
    inputs: ["跑一遍测试"],
    tools: (props) => [testing(props)],
    config: ({ abort, note }) => ({
      async afterToolCall() {
        note("afterToolCall", "结果不能外传，中止");
        abort();
        return { content: saying("（已隐去）").content };
      },
    }),
    script: [[call("call-1", "run_tests", { suites: 1 })], unsaid],
    showState: true,
  },
];

/** The signal beside the other ways to hold a call or a run. */
const meetings: Case[] = [
  {
    name: "block-and-abort",
    shows: "before 一边中止，一边说拦下",
    inputs: ["编译"],
    tools: (props) => [building(props)],
    config: (props) => stopping(props, () => ({ block: true, reason: "今天不编译" })),
    script: [[call("call-1", "build", { seconds: 4 })], unsaid],
    showState: true,
  },
  {
    name: "hook-throws-and-abort",
    shows: "before 中止以后又抛错",
    inputs: ["编译"],
    tools: (props) => [building(props)],
    config: (props) =>
      stopping(props, () => {
        throw new Error("the prompt was closed");
      }),
    script: [[call("call-1", "build", { seconds: 4 })], unsaid],
    showState: true,
  },
  {
    name: "asks-once-more",
    shows: "工具中止了运行，照常返回",
    inputs: ["做不到就算了"],
    tools: (props) => [giveUp(props)],
    script: [[call("call-1", "give_up")], unsaid],
    showRequests: ["messages"],
  },
  {
    name: "terminate-and-abort",
    shows: "工具中止了运行，结果里还要求结束",
    inputs: ["做不到就算了"],
    tools: (props) => [giveUp(props)],
    script: [[call("call-1", "give_up", { last: true })]],
    showRequests: ["messages"],
  },
  {
    name: "deaf-provider",
    shows: "测试跑到一半，用户按了停止；provider 不看信号",
    inputs: ["跑一遍测试"],
    tools: (props) => [testing(props)],
    script: [
      [call("call-1", "run_tests", { suites: 4 })],
      [call("call-2", "run_tests", { suites: 4 }), call("call-3", "run_tests", { suites: 4 })],
      [text(quoteResult)],
    ],
    abortAt: 2500,
    deafProvider: true,
    showState: true,
  },
];

/** What a tool tells while it runs. */
const progress: Case[] = [
  {
    name: "updates",
    shows: "两个工具同时运行，各自报告进度",
    inputs: ["测试和编译一起来"],
    tools: (props) => [testing(props, true), building(props)],
    script: [
      [call("call-1", "run_tests", { suites: 2 }), call("call-2", "build", { seconds: 3 })],
      [text(quoteResult)],
    ],
  },
  {
    name: "late-update",
    shows: "编译已经有了结果，还在报告进度；测试还没跑完",
    inputs: ["测试和编译一起来"],
    tools: (props) => [testing(props), hasty(props)],
    script: [[call("call-1", "build"), call("call-2", "run_tests", { suites: 3 })], [text(quoteResult)]],
  },
];

/** A reply whose call the run never came to, and what the next input sends of it. */
const failing = {
  inputs: ["改 a.ts", "怎么样了？"],
  tools: (props: Props) => [editing(props)],
  script: [
    [text("这就改。"), call("call-1", "edit", { path: "a.ts" }), fail("connection reset")],
    [text("还没有改。")],
  ],
  showRequests: ["messages"],
};

const abortedInTurn = {
  inputs: ["三个文件都换成新接口"],
  tools: (props: Props) => [editing(props)],
  script: [edits, unsaid],
  abortAt: 1000,
  showRequests: ["messages"],
  showState: true as const,
};

const nullArguments = {
  inputs: ["改 a.ts"],
  tools: (props: Props) => [editing(props)],
  script: [[fragments("call-1", "edit", [], null), end("length")], [text("再来一次。")]],
  showRequests: ["messages"],
};

/** Calls without results, as they happen, and as the request boundary repairs them. */
const holes: Case[] = [
  { ...abortedInTurn, name: "sequential-rest", shows: "三个调用排队，做第一个时用户按了停止" },
  { ...abortedInTurn, name: "repaired", shows: "同一个剧本，convertToLlm 换成 repairToolResults", config: repairing },
  { ...failing, name: "failed-reply", shows: "回复失败，里面有一个调用；接着又来一次输入" },
  { ...failing, name: "failed-reply-repaired", shows: "同一个剧本，发出之前修补", config: repairing },
  {
    name: "aborted-reply",
    shows: "回复正说到调用，用户按了停止；接着又来一次输入",
    inputs: failing.inputs,
    tools: failing.tools,
    script: [
      [
        call("call-1", "edit", { path: "a.ts" }),
        meanwhile("用户按了停止", ({ abort }: World) => abort()),
        text("这就改。"),
      ],
      [text("还没有改。")],
    ],
    showRequests: ["messages"],
  },
  { ...nullArguments, name: "null-arguments", shows: "回复被截断，调用的参数是 null" },
  { ...nullArguments, name: "null-arguments-repaired", shows: "同一个剧本，发出之前修补", config: repairing },
  {
    name: "stalled-batch",
    shows: "一个工具一秒做完，另一个要十分钟，不看信号；第二秒用户按了停止",
    inputs: ["测试和编译一起来"],
    tools: (props) => [testing(props), building(props)],
    script: [[call("call-1", "run_tests", { suites: 1 }), call("call-2", "build", { seconds: 600 })], unsaid],
    abortAt: 2000,
    showTimeline: true,
  },
];

export const cases: Case[] = [
  ...moments,
  ...meetings,
  ...progress,
  ...holes,
  {
    name: "cannot-steer",
    shows: "agent 正在改文件，用户想补充一句，却只有停止可按（s14 的起点）",
    inputs: ["三个文件都换成新接口", "接着换。c.ts 里的旧接口要留着"],
    tools: (props) => [editing(props)],
    config: repairing,
    script: [edits, unsaid, moreEdits, [text("换完了，c.ts 里的旧接口还在。")]],
    abortAt: 3500,
    showTimeline: true,
    showState: true,
  },
];
