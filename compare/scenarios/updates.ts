import { call } from "../../shared/script.ts";
import type { Scenario, ScenarioTool } from "../play/scenario.ts";
import { says, work } from "./props.ts";

/** Works, and tells how far it is at these times after its start. */
const build = (...at: number[]): ScenarioTool => ({
  ...work,
  name: "build",
  updates: at.map((ms) => ({ at: ms, text: `进度 ${ms}` })),
});

const UPDATE = "tool_execution_update call-";

/** What a tool tells while it runs. */
export const UPDATES: Scenario[] = [
  {
    name: "updates",
    shows: "运行时报两次进度：在开始和结束之间",
    ...says(call("call-1", "build", { ms: 30 })),
    tools: [build(10, 20)],
    evidence: '"args":{"ms":30},"partialResult":{"content":[{"type":"text","text":"进度 20"}],"details":{}}',
    inOrder: ["tool_execution_start call-1", "进度 10", "进度 20", "tool_execution_end call-1"],
  },
  {
    name: "late-updates",
    shows: "结束以后才报的进度：不理会",
    ...says(call("call-1", "build", { ms: 15 }), call("call-2", "work", { ms: 40 })),
    tools: [build(10, 20, 30), work],
    evidence: "工具说：做完于 40 ms",
    inOrder: ["进度 10", "tool_execution_end call-1", "tool_execution_end call-2"],
    absent: "进度 20",
  },
  {
    name: "updates-interleaved",
    shows: "两个工具同时报进度：按时间交错，各带各的 id",
    ...says(call("call-1", "build", { ms: 50 }), call("call-2", "test", { ms: 60 })),
    tools: [build(10, 30), { ...build(20, 40), name: "test" }],
    evidence: `${UPDATE}2`,
    inOrder: [`${UPDATE}1`, `${UPDATE}2`, `${UPDATE}1`, `${UPDATE}2`],
  },
  {
    name: "update-then-throw",
    shows: "报过进度再抛错：进度留在事件里，结果是错误",
    ...says(call("call-1", "build", { ms: 20 })),
    tools: [
      {
        ...build(10, 30),
        run: () => {
          throw new Error("build failed");
        },
      },
    ],
    evidence: "工具说：build failed",
    inOrder: ["进度 10", "build failed"],
    absent: "进度 30",
  },
  {
    name: "updates-after-abort",
    shows: "中止以后工具还在运行：它报的进度照样送出",
    ...says(call("call-1", "build", { ms: 30 })),
    tools: [build(10, 20)],
    abortAt: 15,
    needs: ["abort"],
    evidence: "进度 20",
    inOrder: ["进度 20", "tool_execution_end call-1", "request 2", "Request was aborted"],
  },
];
