import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { fail, text, type RequestView } from "../shared/script.ts";
import type { Tool, ToolCall } from "./tools.ts";

export type Case = CaseBase & {
  tools: Tool[];
  /** Calls that the core makes by hand after the runs: in this chapter no loop does it yet. */
  byHand?: ToolCall[];
};

const currentTime: Tool = {
  spec: { name: "current_time", description: "现在的日期和时间" },
  handler: () => STAGE_TIME,
};

/** The key stays in the closure of the handler. */
function weather(apiKey: string): Tool {
  return {
    spec: { name: "weather", description: "查一个城市的天气" },
    handler: ({ city }) => (apiKey === "" ? "没有密钥" : `${String(city)}：晴，26°C`),
  };
}

function offer(seen: RequestView): string {
  return seen.toolNames.length === 0
    ? "我看不到时钟，没法告诉你。"
    : `我看到了工具 ${seen.toolNames.join("、")}，可以请你执行它。`;
}

export const cases: Case[] = [
  {
    name: "default",
    shows: "登记一个工具：请求里有什么，core 手里有什么",
    inputs: ["现在几点？"],
    tools: [currentTime],
    script: [[text(offer)]],
    showRequests: true,
    byHand: [{ id: "call-1", name: "current_time", arguments: {} }],
  },
  {
    name: "no-tools",
    shows: "一个工具都没有登记",
    inputs: ["现在几点？"],
    tools: [],
    script: [[text(offer)]],
    showRequests: true,
  },
  {
    name: "leak",
    shows: "handler 里藏着密钥：看请求里有没有它",
    inputs: ["北京天气怎么样？"],
    tools: [weather("sk-secret-123")],
    script: [[text(offer)]],
    showRequests: true,
    byHand: [{ id: "call-1", name: "weather", arguments: { city: "北京" } }],
  },
  {
    name: "duplicate",
    shows: "同一个名字登记两次",
    inputs: ["现在几点？"],
    tools: [currentTime, { ...currentTime, handler: () => "另一个时钟" }],
    script: [[text(offer)]],
    byHand: [{ id: "call-1", name: "current_time", arguments: {} }],
  },
  {
    name: "lost-half",
    shows: "回复说到一半断线（s03 的起点）",
    inputs: ["讲讲北京"],
    tools: [],
    script: [[text("北京是中国的首都，"), text("它有三千多年的建城史，"), fail("connection reset")]],
  },
];
