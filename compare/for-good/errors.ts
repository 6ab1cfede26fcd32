import { call } from "../../shared/script.ts";
import { says, tool } from "../scenarios/props.ts";
import type { ForGood } from "./entry.ts";

/** Things thrown that have no words. */
export const WORDLESS_ERRORS: ForGood[] = [
  {
    id: "error-without-words",
    reason: "工具抛出一个没有原型的对象：Pi 在接住它的地方又抛一次错，整次运行被拒绝；课程给模型一条说不出原因的结果",
    since: "s04",
    scenario: {
      name: "error-without-words",
      shows: "工具抛出一个变不成文字的东西",
      ...says(call("call-1", "wordless")),
      tools: [
        tool("wordless", () => {
          throw Object.create(null);
        }),
      ],
      evidence: "tool_execution_start call-1",
      absent: "tool_execution_end",
    },
    piStill: (outcome) => outcome.end === "rejected",
  },
];
