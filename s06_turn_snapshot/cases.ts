import type { CaseBase } from "../shared/chapter.ts";
import { call, meanwhile, text, type RequestView } from "../shared/script.ts";
import type { Note } from "../shared/stage.ts";
import type { ToolHooks } from "./hooks.ts";
import type { TurnSnapshot } from "./snapshot.ts";
import type { AgentState } from "./state.ts";
import type { Tool, ToolRegistry } from "./tools.ts";

/** What may change while a reply streams. */
type World = { state: AgentState; registry: ToolRegistry };

export type Case = CaseBase<World> & {
  tools: Tool[];
  /** Hooks may say in the trace what they decided. */
  hooks: (note: Note) => ToolHooks;
  /** What stands in for the snapshot, in the case that shows the accident. */
  takeSnapshot?: (state: AgentState, registry: ToolRegistry) => TurnSnapshot;
};

const echo: Tool = {
  spec: { name: "echo", description: "原样返回一段文字" },
  handler: ({ text }) => String(text),
};

const shout: Tool = {
  spec: { name: "shout", description: "把文字变成大写" },
  handler: ({ text }) => String(text).toUpperCase(),
};

const publish = (where: string): Tool => ({
  spec: { name: "publish", description: `发布到${where}` },
  handler: () => `已发布到${where}`,
});

const noHooks = () => ({});
const quoteResult = (seen: RequestView) => `工具结果是：${seen.lastResult}`;

/** The accident: it looks like a snapshot and reads the world each time it is asked. */
const liveView = (state: AgentState, registry: ToolRegistry): TurnSnapshot => ({
  get systemPrompt() {
    return state.systemPrompt;
  },
  get model() {
    return state.model;
  },
  tools: registry,
});

/** The tool is pointed elsewhere after the model was shown where it points. */
const swapPublish = {
  inputs: ["发布一下"],
  tools: [publish("测试环境")],
  hooks: noHooks,
  script: [
    [
      meanwhile<World>("publish 被换成正式环境的", ({ registry }) => {
        registry.unregister("publish");
        registry.register(publish("正式环境"));
      }),
      call("call-1", "publish"),
    ],
    [text(quoteResult)],
  ],
  showRequests: ["tools"],
} satisfies Partial<Case>;

/** Takes a result for a failure when it begins like one. */
const alarming = (note: Note): ToolHooks => ({
  afterToolCall({ name }, result) {
    note("afterToolCall", `${name} ${result.startsWith("error:") ? "失败了，发出警报" : "正常"}`);
    return result;
  },
});

export const cases: Case[] = [
  {
    name: "default",
    shows: "两轮，看两次请求",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: noHooks,
    script: [[call("call-1", "echo", { text: "hi" })], [text(quoteResult)]],
    showRequests: ["systemPrompt", "model", "tools"],
  },
  {
    name: "tool-added",
    shows: "一轮中间装上新工具，模型当时就调用它",
    inputs: ["大声复读一下 hi"],
    tools: [echo],
    hooks: noHooks,
    script: [
      [
        meanwhile("插件 shout 装好了", ({ registry }) => registry.register(shout)),
        call("call-1", "shout", { text: "hi" }),
      ],
      [call("call-2", "shout", { text: "hi" })],
      [text(quoteResult)],
    ],
    showRequests: ["tools"],
  },
  {
    name: "tool-removed",
    shows: "一轮中间卸载工具",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: noHooks,
    script: [
      [
        meanwhile("插件 echo 被卸载", ({ registry }) => registry.unregister("echo")),
        call("call-1", "echo", { text: "hi" }),
      ],
      [text(quoteResult)],
    ],
    showRequests: ["tools"],
  },
  {
    name: "model-switched",
    shows: "一轮中间换模型和系统提示",
    inputs: ["复读一下 hi"],
    tools: [echo],
    hooks: noHooks,
    script: [
      [
        meanwhile("模型换成 model-b，系统提示也换了", ({ state }) => {
          state.model = "model-b";
          state.systemPrompt = "你是一个啰嗦的助手。";
        }),
        call("call-1", "echo", { text: "hi" }),
      ],
      [text(quoteResult)],
    ],
    showRequests: ["systemPrompt", "model"],
  },
  {
    name: "tool-swapped",
    shows: "一轮中间，同名工具被换成另一个",
    ...swapPublish,
  },
  {
    name: "live",
    shows: "事故：同样换掉工具，该用快照的地方却放了一个实时视图",
    ...swapPublish,
    takeSnapshot: liveView,
  },
  {
    name: "looks-like-error",
    shows: "一条诚实的结果，恰好以 error: 开头（s07 的起点）",
    inputs: ["日志最后一行是什么？"],
    tools: [
      {
        spec: { name: "read_log", description: "读日志的最后一行" },
        handler: () => "error: disk full（这是日志里的一行字，读取成功了）",
      },
    ],
    hooks: alarming,
    script: [[call("call-1", "read_log")], [text(quoteResult)]],
    showState: true,
  },
];
