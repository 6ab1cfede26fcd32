import type { CaseBase } from "../shared/chapter.ts";
import { STAGE_TIME } from "../shared/clock.ts";
import { fail, hangUp, text, type RequestView } from "../shared/script.ts";
import type { Tool } from "./tools.ts";

export type Case = CaseBase & { tools: Tool[] };

const currentTime: Tool = {
  spec: { name: "current_time", description: "现在的日期和时间" },
  handler: () => STAGE_TIME,
};

function wish(seen: RequestView): string {
  return `请执行工具 ${seen.toolNames.join("、")}，再把结果告诉我。`;
}

export const cases: Case[] = [
  {
    name: "default",
    shows: "一次回复，一片文字",
    inputs: ["讲讲北京"],
    tools: [],
    script: [[text("北京是中国的首都。")]],
  },
  {
    name: "deltas",
    shows: "同一句话分成九片到达",
    inputs: ["讲讲北京"],
    tools: [],
    script: [[..."北京是中国的首都。"].map((piece) => text(piece))],
    showState: true,
  },
  {
    name: "error",
    shows: "说到一半断线",
    inputs: ["讲讲北京"],
    tools: [],
    script: [[text("北京是中国的首都，"), text("它有三千多年的建城史，"), fail("connection reset")]],
    showState: true,
  },
  {
    name: "unfinished",
    shows: "流没有 message_end 就停了",
    inputs: ["讲讲北京"],
    tools: [],
    script: [[text("北京是中国的首都，"), hangUp()]],
    showState: true,
  },
  {
    name: "early-error",
    shows: "一个事件都没来就断了，再试一次",
    inputs: ["讲讲北京", "再试一次"],
    tools: [],
    script: [[fail("connection refused")], [text("北京是中国的首都。")]],
    showState: true,
  },
  {
    name: "wants-tool",
    shows: "模型想用工具，只能用文字求人（s04 的起点）",
    inputs: ["现在几点？"],
    tools: [currentTime],
    script: [[text(wish)]],
  },
];
