import { Type } from "typebox";
import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, meanwhile, text, type RequestView } from "../shared/script.ts";
import type { Stage } from "../shared/stage.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { Message } from "./messages.ts";
import type { MessageQueue } from "./queues.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";
import { snapshotEachTurn, stopAfterTurns, takeSnapshot } from "./turn-policies.ts";

/** Said by the app to the user. */
type Notice = { role: "notice"; content: string; timestamp: number };

/** The user has opened a file in the editor; `content` is its path. */
type Opened = { role: "opened"; content: string; timestamp: number };

declare module "./context.ts" {
  interface CustomAgentMessages {
    notice: Notice;
    opened: Opened;
  }
}

/** A notice is none of the model's business; an opened file is told as if the user had said so. */
export function toLlm(messages: AgentMessage[]): Message[] {
  return messages.flatMap((message): Message[] => {
    if (message.role === "notice") return [];
    if (message.role !== "opened") return [message];
    return [{ role: "user", content: `（我打开了 ${message.content}）`, timestamp: message.timestamp }];
  });
}

/** What may change while a reply streams. */
type World = { context: AgentContext; config: AgentLoopConfig };

/** The user beside the run: what waits to be said, and whether the run is to stop after its turn. */
export type User = { queue: MessageQueue; wantsStop: boolean };

/** What tools and policies may use of the stage; `caller` is what the caller holds of the conversation. */
export type Props = Pick<Stage, "note" | "clock"> & { caller: AgentContext; user: User };

export type Case = CaseBase<World> & {
  tools: (props: Props) => AgentTool[];
  config?: (props: Props) => Partial<AgentLoopConfig>;
  /** Makes what a run begins with; without it that is the caller's own context. */
  begin?: (caller: AgentContext) => AgentContext;
  /** What is put into the queue, and at which virtual millisecond: by the user, or, of a kind of its own, by the app. */
  says?: { at: number; role: "user" | "notice" | "opened"; content: string }[];
  /** The virtual millisecond at which the user asks to stop after the turn. */
  stopAt?: number;
  /** The provider refuses a request with a message of a kind that it does not know. */
  strictProvider?: true;
  /** Played by `agentLoop`, as a stream. */
  streams?: true;
  /** The second input comes at this virtual millisecond, whatever the first run is doing. */
  impatientAt?: number;
};

/** A result of one text. */
const saying = (said: string): AgentToolResult => ({ content: [{ type: "text", text: said }], details: {} });

const currentTime: AgentTool = {
  name: "current_time",
  label: "时钟",
  description: "现在的日期和时间",
  parameters: Type.Object({}),
  execute: async () => saying(STAGE_TIME),
};

const Path = Type.Object({ path: Type.String() });

/** A tool for one path, which takes its time. */
const onPath = (name: string, label: string, ms: number, { clock }: Props): AgentTool<typeof Path> => ({
  name,
  label,
  description: `${label} path`,
  parameters: Path,
  async execute(_id, { path }) {
    await clock.sleep(ms);
    return saying(`${name} ${path}: done`);
  },
});

const editing = (props: Props) => onPath("edit", "改", 2000, props);
const edit = (number: number, path: string) => call(`call-${number}`, "edit", { path });

/** Never passes. */
const runTests: AgentTool = {
  name: "run_tests",
  label: "测试",
  description: "跑测试",
  parameters: Type.Object({}),
  execute: () => Promise.reject(new Error("2 tests failed")),
};

const publish = (where: string): AgentTool => ({
  name: "publish",
  label: "发布",
  description: `发布到${where}`,
  parameters: Type.Object({}),
  execute: async () => saying(`已发布到${where}`),
});

/** The newest messages, `count` of them or a few more: providers refuse a result without its call. */
export function newest(messages: AgentMessage[], count: number): AgentMessage[] {
  let start = Math.max(0, messages.length - count);
  while (messages[start]?.role === "toolResult") start--;
  return messages.slice(Math.max(0, start));
}

/** Once there are more than `most` messages, puts a summary in the place of all but the newest. */
const compacting =
  (most: number): NonNullable<AgentLoopConfig["prepareNextTurn"]> =>
  ({ context }) => {
    if (context.messages.length <= most) return undefined;
    const kept = newest(context.messages, 2);
    const summary = userMessage(`（前面 ${context.messages.length - kept.length} 条的摘要）`);
    return { context: { ...context, messages: [summary, ...kept] } };
  };

const quoteResult = ({ lastResult }: RequestView) => `工具结果是：${lastResult}`;
const sees = text(({ messages }) => `我看到 ${messages.length} 条。`);
const seesRoles = text(({ messages }) => messages.map(({ role }) => role).join(" → "));
const heard = text(
  ({ messages }) =>
    `听到：${messages
      .slice(-2)
      .map((message) => message.text)
      .join("；")}`,
);

const editThree = {
  inputs: ["三个文件都换成新接口", "接着来"],
  tools: (props: Props) => [editing(props)],
};

/** What goes out of a run to the provider, request by request. */
const requests: Case[] = [
  {
    name: "default",
    shows: "s14 的那条消息，再加一条：应用自己的两种消息",
    inputs: ["改 a.ts", "改好了吗？"],
    tools: (props) => [editing(props)],
    script: (request) => (request === 1 ? [edit(1, "a.ts")] : [seesRoles]),
    says: [
      { at: 1000, role: "notice", content: "配色换成了深色" },
      { at: 1500, role: "opened", content: "b.ts" },
    ],
    strictProvider: true,
    showState: true,
  },
  {
    name: "transform",
    shows: "transformContext 只让模型看见最近三条",
    inputs: ["改 a.ts", "改好了吗？"],
    tools: (props) => [editing(props)],
    config: () => ({ transformContext: async (messages) => newest(messages, 3) }),
    script: [[seesRoles, edit(1, "a.ts")], [seesRoles], [seesRoles]],
    showState: true,
  },
  {
    name: "api-key",
    shows: "密钥一分钟换一次，工具要跑一分半",
    inputs: ["改 a.ts"],
    tools: (props) => [onPath("edit", "改", 90_000, props)],
    config: ({ clock }) => ({
      apiKey: "key-0",
      getApiKey: async (provider) => `${provider}-key-${Math.floor(clock.now / 60_000) + 1}`,
    }),
    script: [[edit(1, "a.ts")], [text("改好了。")]],
    showRequests: ["model", "apiKey"],
  },
];

/** What the caller puts in the place of what a run goes by. */
const turns: Case[] = [
  {
    name: "next-turn-model",
    shows: "测试没过，下一轮换一个模型；接着又来一次输入",
    inputs: ["让测试通过", "谢谢"],
    tools: (props) => [runTests, editing(props)],
    config: () => ({
      prepareNextTurn: ({ toolResults }) =>
        toolResults.some(({ isError }) => isError) ? { model: stageModel("model-b") } : undefined,
    }),
    script: [[call("call-1", "run_tests")], [edit(2, "a.ts")], [text("改好了。")], [text("不客气。")]],
    showRequests: ["model"],
  },
  {
    ...editThree,
    name: "next-turn-context",
    shows: "transcript 超过四条，就把旧的换成一条摘要；接着又来一次输入",
    config: () => ({ prepareNextTurn: compacting(4) }),
    script: [[sees, edit(1, "a.ts")], [sees, edit(2, "b.ts")], [sees, edit(3, "c.ts")], [seesRoles], [sees]],
    showState: true,
  },
  {
    name: "thinking-level",
    shows: "测试没过，下一轮想得深些；改完文件，下一轮不用想",
    inputs: ["让测试通过"],
    tools: (props) => [runTests, editing(props)],
    config: () => ({
      model: { ...stageModel("model-a"), reasoning: true },
      reasoning: "low",
      prepareNextTurn: ({ toolResults }) => ({
        thinkingLevel: toolResults.some(({ isError }) => isError) ? "high" : "off",
      }),
    }),
    script: [[call("call-1", "run_tests")], [edit(2, "a.ts")], [text("改好了。")]],
    showRequests: ["model", "reasoning"],
  },
  {
    name: "stop-after-turn",
    shows: "改了文件就停：两个函数各在什么时候被问到",
    inputs: ["几点了？再改 a.ts"],
    tools: (props) => [currentTime, editing(props)],
    config: ({ note }) => ({
      prepareNextTurn() {
        note("prepareNextTurn", "问到了");
        return undefined;
      },
      shouldStopAfterTurn({ toolResults }) {
        const stops = toolResults.some(({ toolName }) => toolName === "edit");
        note("shouldStopAfterTurn", stops ? "停" : "不停");
        return stops;
      },
    }),
    script: [[call("call-1", "current_time")], [edit(2, "a.ts")]],
    showState: true,
  },
];

/** The tool is pointed elsewhere, and more changes, after the model was shown what there is. */
const publishing = {
  inputs: ["发布一下"],
  tools: () => [publish("测试环境")],
  script: [
    [
      meanwhile<World>("publish 换成正式环境的，装上 current_time；系统提示和模型也换了", ({ context, config }) => {
        context.tools?.splice(0, 1, publish("正式环境"), currentTime);
        context.systemPrompt = "你是一个啰嗦的助手。";
        config.model = stageModel("model-b");
      }),
      call("call-1", "publish"),
      call("call-2", "current_time"),
    ],
    [text(({ toolNames }) => `我有：${toolNames.join("、")}。`)],
  ],
  showRequests: ["systemPrompt", "model", "tools"],
} satisfies Partial<Case>;

/** What the loop did itself up to s14. */
const policies: Case[] = [
  {
    name: "limit-policy",
    shows: "模型没完没了地要工具；调用者规定最多八轮",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    config: () => ({ shouldStopAfterTurn: stopAfterTurns(8) }),
    script: (request) => [call(`call-${request}`, "current_time")],
    showState: true,
  },
  {
    ...publishing,
    name: "snapshot-policy",
    shows: "一轮中间换掉工具、系统提示和模型；调用者每轮拍快照",
    begin: takeSnapshot,
    config: ({ caller }) => ({ prepareNextTurn: snapshotEachTurn(caller) }),
  },
  { ...publishing, name: "live", shows: "同样换掉，调用者不拍快照" },
];

export const cases: Case[] = [
  ...requests,
  ...turns,
  ...policies,
  {
    ...editThree,
    name: "graceful",
    shows: "用户插了话，又点了「做完这一轮就停」；接着又来一次输入",
    config: ({ user }) => ({ shouldStopAfterTurn: () => user.wantsStop }),
    script: [[edit(1, "a.ts")], [heard]],
    says: [{ at: 1000, role: "user", content: "c.ts 别动" }],
    stopAt: 1500,
    showState: true,
  },
  {
    name: "drop-in",
    shows: "从 index.ts 引用 agentLoop，当作流来读；取密钥要 100 毫秒",
    inputs: ["现在几点？"],
    tools: () => [currentTime],
    config: ({ clock }) => ({
      async getApiKey(provider) {
        await clock.sleep(100);
        return `${provider}-key`;
      },
    }),
    script: [[call("call-1", "current_time")], [text(quoteResult)]],
    streams: true,
    showState: true,
  },
  {
    name: "two-at-once",
    shows: "第一次运行还没完，第二次输入就来了（s16 的起点）",
    inputs: ["把 build/ 换成新接口", "停，先别改"],
    tools: (props) => [editing(props)],
    script: [
      [edit(1, "build/")],
      [text(({ messages }) => `我只看到 ${messages.length} 条消息，没有在改什么。`)],
      [text("改好了。")],
    ],
    impatientAt: 500,
    showState: true,
  },
];
