import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { call, fail, text, thinking, wait, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import { errorText } from "./errors.ts";
import type { EventStream } from "./event-stream.ts";
import type { AgentEvent, AgentEventSink } from "./events.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** What tools, hooks and listeners may use of the stage. */
export type Props = Pick<Stage, "note" | "clock">;

/** Reads the events of `agentLoop`, and shows those that it likes. */
type Consumer = (events: EventStream<AgentEvent, AgentMessage[]>, show: AgentEventSink, props: Props) => Promise<void>;

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
  /** Hears each event after the trace; the run waits for it. */
  listener?: (event: AgentEvent, props: Props) => Promise<void>;
  /** With it the case is played by `agentLoop`, which waits for nobody. */
  consumer?: Consumer;
  /** Prints what a listener makes of the events alone. */
  listens?: boolean;
  /** The stream function throws, which its contract forbids. Here the run rejects; Pi's `agentLoop` never settles. */
  breaksContract?: boolean;
};

/** A result of one text. */
const saying = (said: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: said }],
  details,
});

const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;
const timeOn = (clock: Props["clock"]) => `第 ${Math.floor(clock.now)} 毫秒`;

const currentTime: AgentTool = {
  name: "current_time",
  label: "时钟",
  description: "现在的日期和时间",
  execute: async () => saying(STAGE_TIME),
};

/** Says when it ran, by the clock of the play. */
const punctual = ({ note, clock }: Props): AgentTool => ({
  ...currentTime,
  async execute() {
    note("current_time", `${timeOn(clock)}，执行`);
    return saying(STAGE_TIME);
  },
});

const readLog: AgentTool = {
  name: "read_log",
  label: "日志",
  description: "读日志的最后一行",
  execute: async () => saying("disk full", { line: 120 }),
};

/** One pixel; what it shows is nobody's business but the model's. */
const screenshot: AgentTool = {
  name: "screenshot",
  label: "截图",
  description: "截一张图",
  execute: async () => ({
    content: [
      { type: "text", text: "截好了：" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
    details: { width: 1, height: 1 },
  }),
};

/** Believes whatever the model wrote. */
const writeNote = ({ note }: Props): AgentTool => ({
  name: "write_note",
  label: "便条",
  description: "把一行字写进 path 指的文件",
  async execute(_toolCallId, { path, text: said }) {
    note("write_note", `把「${String(said)}」写进文件 ${String(path)}`);
    return saying(`已写进 ${String(path)}`);
  },
});

/** Blocks one tool, and gives what it lets through another text; the details stay. */
const strict = ({ note }: Props): Partial<AgentLoopConfig> => ({
  async beforeToolCall({ name }) {
    if (name !== "read_log") return undefined;
    note("beforeToolCall", `block: ${name}`);
    return { type: "block", reason: "日志不外传" };
  },
  async afterToolCall({ name }, result, isError) {
    note("afterToolCall", `${name}: ${result.content.length} blocks, ${isError ? "失败" : "成功"}`);
    return { content: [{ type: "text", text: "（已隐去）" }] };
  },
});

/** A failed reply stays in the transcript, and is not sent. */
const withoutFailures: AgentLoopConfig["convertToLlm"] = (messages) =>
  messages.filter((message) => message.role !== "assistant" || message.stopReason !== "error");

/** Says when the run is over, whoever is still reading. */
const announced: Consumer = async (events, _show, { note, clock }) => {
  const added = await events.result();
  note("result", `${timeOn(clock)}，运行结束，新增 ${added.length} 条消息`);
};

/** Needs 100 ms for each event. */
const slowConsumer: Consumer = async (events, show, props) => {
  const { note, clock } = props;
  void announced(events, show, props);
  for await (const event of events) {
    await clock.sleep(100);
    await show(event);
  }
  note("consumer", `${timeOn(clock)}，读完`);
};

/** Has seen enough at the first piece of text. */
const leavingConsumer: Consumer = async (events, show, props) => {
  const { note, clock } = props;
  void announced(events, show, props);
  for await (const event of events) {
    await show(event);
    if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") break;
  }
  note("consumer", `${timeOn(clock)}，走了`);
};

/** Says what the iteration threw. */
const carefulConsumer: Consumer = async (events, show, { note }) => {
  try {
    for await (const event of events) await show(event);
  } catch (error) {
    note("consumer", `迭代抛错：${errorText(error)}`);
  }
};

export const cases: Case[] = [
  {
    name: "default",
    shows: "s07 的听众再听一次同一个剧本",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    listens: true,
    showState: true,
  },
  {
    name: "blocks",
    shows: "一条回复里：想一想，分两片说一句，调用",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [
      [thinking("得看时钟。"), text("我看看"), text("时间。"), call("call-1", "current_time")],
      [text(quoteResult)],
    ],
    showState: true,
  },
  {
    name: "listener-slow",
    shows: "runAgentLoop 的听众每个事件要花 100 毫秒",
    inputs: ["现在几点？"],
    tools: (props) => [punctual(props)],
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    listener: (_event, { clock }) => clock.sleep(100),
  },
  {
    name: "slow-consumer",
    shows: "agentLoop 的读者每个事件要花 100 毫秒",
    inputs: ["现在几点？"],
    tools: (props) => [punctual(props)],
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    consumer: slowConsumer,
  },
  {
    name: "leaving-consumer",
    shows: "agentLoop 的读者读到第一片文字就走了，回复还没有说完",
    inputs: ["现在几点？"],
    tools: (props) => [punctual(props)],
    script: [[text("我看看。"), wait(1000), call("call-1", "current_time")], [text(quoteResult)]],
    consumer: leavingConsumer,
    showState: true,
  },
  {
    name: "error-reply",
    shows: "回复说到一半断了，stream 函数守约，把失败写成 error 事件",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: [[text("我看看。"), call("call-1", "current_time"), fail("connection reset")]],
    showState: true,
  },
  {
    name: "throws",
    shows: "工具抛错；抛出来的还可能不是 Error",
    inputs: ["读两个文件"],
    tools: () => [
      {
        name: "read_a",
        label: "文件 a",
        description: "读文件 a",
        execute: async () => {
          throw new Error("no such file: a");
        },
      },
      { name: "read_b", label: "文件 b", description: "读文件 b", execute: () => Promise.reject("offline") },
    ],
    script: [[call("call-1", "read_a"), call("call-2", "read_b")], [text(quoteResult)]],
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
    name: "hooks",
    shows: "一个调用被拦下，一个只换了文字",
    inputs: ["读日志，再截一张图"],
    tools: () => [readLog, screenshot],
    config: strict,
    script: [[call("call-1", "read_log"), call("call-2", "screenshot")], [text(quoteResult)]],
    showState: true,
  },
  {
    name: "convert",
    shows: "convertToLlm 去掉失败的回复，再发给模型",
    inputs: ["讲个故事", "再试一次"],
    tools: () => [],
    config: () => ({ convertToLlm: withoutFailures }),
    script: [[text("从前"), fail("connection reset")], [text((seen) => `我收到 ${seen.messages.length} 条消息。`)]],
    showRequests: ["messages"],
    showState: true,
  },
  {
    name: "turn-limit",
    shows: "每一轮都要求调用工具，没有尽头",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    script: (request) => [call(`call-${request}`, "current_time")],
    showState: true,
  },
  {
    name: "stream-throws",
    shows: "stream 函数违约，说到一半抛错",
    inputs: ["讲个故事"],
    tools: () => [],
    script: [[text("从前"), fail("connection reset")]],
    consumer: carefulConsumer,
    breaksContract: true,
    showState: true,
  },
  {
    name: "bad-arguments",
    shows: "模型写错参数：一个 path 是数字，一个没有 path（s09 的起点）",
    inputs: ["记下：周五开会"],
    tools: (props) => [writeNote(props)],
    script: [
      [
        call("call-1", "write_note", { path: 42, text: "周五开会" }),
        call("call-2", "write_note", { file: "todo.txt", text: "周五开会" }),
      ],
      [text(quoteResult)],
    ],
    showState: true,
  },
];
