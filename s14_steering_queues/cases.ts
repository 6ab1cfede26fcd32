import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { call, fail, text, wait, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { QueueMode } from "./queues.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** What tools and hooks may use of the stage. */
export type Props = Pick<Stage, "note" | "clock">;

export type QueueName = "steering" | "followUp";

/** Something put into a queue at this virtual millisecond; 0 is before the first run. */
export type Said = {
  at: number;
  queue: QueueName;
  text: string;
  /** Not the user speaks, but the app: a message of a kind of its own. */
  byApp?: true;
};

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
  says?: Said[];
  /** "one-at-a-time" where it says nothing. */
  modes?: { [Name in QueueName]?: QueueMode };
  /** The user stops the run at this virtual millisecond. */
  abortAt?: number;
  /** How often the caller drops a failed reply and continues. */
  retries?: number;
  /** A transcript from before the play, which it continues before the first input. */
  continueFrom?: { role: "user" | "assistant"; text: string }[];
  /** The transcript cannot be continued; the play shows how that is said. */
  refused?: true;
  /** Counts after each run what is in the array that the caller handed over. */
  showArray?: true;
  /** The provider refuses a request with a message of a kind that it does not know. */
  strictProvider?: true;
};

/** A result of one text. */
const saying = (said: string): AgentToolResult => ({ content: [{ type: "text", text: said }], details: {} });

const Edit = Type.Object({ path: Type.String(), keepOld: Type.Optional(Type.Boolean()) });

/** Takes two seconds, one file after the other. Stopped half way, it leaves the file as it was. */
const editing = ({ clock }: Props): AgentTool<typeof Edit> => ({
  name: "edit",
  label: "改文件",
  description: "把一个文件换成新接口，两秒；keepOld 留着旧接口",
  parameters: Edit,
  executionMode: "sequential",
  async execute(_id, { path, keepOld }, signal) {
    await clock.sleep(2000, signal);
    if (signal?.aborted) throw new Error(`Stopped; ${path} is unchanged`);
    return saying(keepOld ? `Edited ${path}, kept the old API` : `Edited ${path}`);
  },
});

/** Takes a second, and asks to end the run. */
const submitting = ({ clock }: Props): AgentTool => ({
  name: "submit",
  label: "交差",
  description: "交出做好的，这次运行到此为止",
  parameters: Type.Object({}),
  async execute() {
    await clock.sleep(1000);
    return { ...saying("Submitted"), terminate: true };
  },
});

const edit = (number: number, path: string, args = {}) => call(`call-${number}`, "edit", { path, ...args });
const steer = (at: number, said: string): Said => ({ at, queue: "steering", text: said });
const followUp = (at: number, said: string): Said => ({ at, queue: "followUp", text: said });

/** What the user has said since the model last spoke; the reply that is being said may stand at the end already. */
const heard = ({ messages }: RequestView) => {
  const sent = messages.at(-1)?.role === "assistant" ? messages.slice(0, -1) : messages;
  const since = sent.findLastIndex(({ role }) => role === "assistant") + 1;
  const said = sent.slice(since).filter(({ role }) => role === "user");
  return `听到：${said.map((message) => message.text).join("；")}`;
};
/** For a request that the provider declines, because the run was stopped. */
const unsaid = [text("（没有机会说出来）")];

const editThree = { inputs: ["三个文件都换成新接口"], tools: (props: Props) => [editing(props)] };
const editOne = { inputs: ["改 a.ts"], tools: (props: Props) => [editing(props)] };
const threeRemarks = [steer(500, "变量名用英文"), steer(1000, "注释也换"), steer(1500, "别碰测试")];
const KEEP = "c.ts 里的旧接口要留着";

/** What the user says to a run that goes on. */
const steering: Case[] = [
  {
    ...editThree,
    name: "default",
    shows: "一轮改一个文件，改到第二个时用户插话",
    script: [
      [edit(1, "a.ts")],
      [edit(2, "b.ts")],
      [edit(3, "c.ts", { keepOld: true })],
      [text("换完了，c.ts 里的旧接口还在。")],
    ],
    says: [steer(3000, KEEP)],
    showTimeline: true,
    showState: true,
  },
  {
    ...editThree,
    name: "same-batch",
    shows: "三个调用在同一条回复里，改到第二个时用户插话",
    script: [
      [edit(1, "a.ts"), edit(2, "b.ts"), edit(3, "c.ts")],
      [edit(4, "c.ts", { keepOld: true })],
      [text("换完了，c.ts 里的旧接口加回来了。")],
    ],
    says: [steer(3500, KEEP)],
    showTimeline: true,
  },
  {
    name: "before-first-turn",
    shows: "运行还没开始，已经有一句插话在等",
    inputs: ["What is this project?"],
    tools: () => [],
    script: [[text(heard)]],
    says: [steer(0, "用中文回答")],
    showRequests: ["messages"],
  },
  {
    ...editOne,
    name: "all",
    shows: "改文件时用户插了三句话；队列一次全交",
    script: [[edit(1, "a.ts")], [text(heard)]],
    says: threeRemarks,
    modes: { steering: "all" },
    showState: true,
  },
  {
    ...editOne,
    name: "one-at-a-time",
    shows: "同样三句话；队列一次交一条",
    script: [[edit(1, "a.ts")], [text(heard)], [text(heard)], [text(heard)]],
    says: threeRemarks,
    showState: true,
  },
];

/** What is to be said once the agent would stop, and what becomes of both queues when a run ends early. */
const ends: Case[] = [
  {
    ...editOne,
    name: "follow-up",
    shows: "改文件时用户追加了下一件事",
    script: [[edit(1, "a.ts")], [text("a.ts 改好了。")], [edit(2, "b.ts")], [text("b.ts 也改好了。")]],
    says: [followUp(1000, "再改 b.ts")],
    showState: true,
  },
  {
    ...editOne,
    name: "both-queues",
    shows: "用户先追加一件事，再插一句话",
    script: [[edit(1, "a.ts")], [text(heard)], [text(heard)]],
    says: [followUp(500, "再改 b.ts"), steer(1000, "a.ts 里的旧接口要留着")],
    showState: true,
  },
  {
    name: "terminate-and-steer",
    shows: "工具要求结束运行，这时有一句插话在等",
    inputs: ["交差吧"],
    tools: (props) => [submitting(props)],
    script: [[call("call-1", "submit")], [text(heard)]],
    says: [steer(500, "等等，还有 b.ts")],
    showState: true,
  },
  {
    name: "error-leaves-queue",
    shows: "两个队列里都有话，回复失败；调用者去掉失败的回复，继续",
    inputs: ["写一份说明"],
    tools: () => [],
    script: [[text("这是"), wait(1000), fail("connection reset")], [text(heard)], [text(heard)]],
    says: [steer(500, "简短些"), followUp(700, "再写一份英文的")],
    retries: 1,
    showState: true,
  },
  {
    name: "abort-and-steer",
    shows: "两个队列里都有话，用户按了停止；接着又来一次输入",
    inputs: ["改 a.ts", "接着来"],
    tools: (props) => [editing(props)],
    script: [[edit(1, "a.ts")], unsaid, [text(heard)], [text(heard)]],
    says: [steer(500, "注释也换"), followUp(1000, "再改 b.ts")],
    abortAt: 1500,
    showState: true,
  },
  {
    ...editThree,
    name: "limit",
    shows: "三次调用，又追加了六件事；轮数上限是八",
    script: (request) => {
      if (request <= 3) return [edit(request, `${"_abc"[request]}.ts`)];
      return request === 4 ? [text("三个文件都换完了。")] : [text(heard)];
    },
    says: ["一", "二", "三", "四", "五", "六"].map((number) => followUp(0, `追加的第${number}件`)),
    showState: true,
  },
];

/** Runs that begin without an input. */
const continues: Case[] = [
  {
    ...editOne,
    name: "continue",
    shows: "工具做完了，下一条回复断线；调用者去掉失败的回复，继续",
    script: [[edit(1, "a.ts")], [text("改"), fail("connection reset")], [text("改好了。")]],
    retries: 1,
    showRequests: ["messages"],
    showState: true,
  },
  {
    name: "continue-appends",
    shows: "先继续，再来一次输入；每次运行之后数一数调用者的数组",
    inputs: ["再见"],
    tools: () => [],
    continueFrom: [{ role: "user", text: "你好" }],
    script: [[text("你好！")], [text("再见！")]],
    showArray: true,
    showState: true,
  },
  {
    name: "refuses-empty",
    shows: "对话是空的，要继续",
    inputs: [],
    tools: () => [],
    continueFrom: [],
    refused: true,
    script: [],
  },
  {
    name: "refuses-assistant",
    shows: "最后一条是模型说的，要继续；接着来一次输入",
    inputs: ["再见"],
    tools: () => [],
    continueFrom: [
      { role: "user", text: "你好" },
      { role: "assistant", text: "你好！" },
    ],
    refused: true,
    script: [[text("再见！")]],
    showState: true,
  },
];

export const cases: Case[] = [
  ...steering,
  ...ends,
  ...continues,
  {
    name: "unknown-message",
    shows: "应用往对话里放一条自己的消息，provider 不认识它（s15 的起点）",
    inputs: ["改 a.ts", "改好了吗？"],
    tools: (props) => [editing(props)],
    script: (request) => (request === 1 ? [edit(1, "a.ts")] : [text("改好了。")]),
    says: [{ ...steer(1000, "配色换成了深色"), byApp: true }],
    strictProvider: true,
    showState: true,
  },
];
