import { call } from "../../shared/script.ts";
import { echo, remove, says, tool } from "../scenarios/props.ts";
import { traced, type ForGood } from "./entry.ts";

/** Batches whose calls do not keep step. */
export const STALLED_BATCHES: ForGood[] = [
  {
    id: "finished-results-behind-a-stall",
    reason:
      "并行的一批里一次永远不返回：别的已经做完、也发了 tool_execution_end，结果却进不了 transcript，运行停在那里",
    issue: 7053,
    scenario: {
      name: "finished-results-behind-a-stall",
      shows: "两次调用，一次马上做完，一次卡住；用户中止也没有用",
      ...says(call("call-1", "echo", { text: "hi" }), call("call-2", "stuck")),
      tools: [echo, tool("stuck", () => "到不了这里", { stalls: true })],
      abortAt: 50,
      needs: ["abort"],
      evidence: "tool_execution_end call-1",
      absent: "message_start toolResult",
    },
    piStill: (outcome) =>
      outcome.end === "hangs" &&
      traced(outcome, "tool_execution_end call-1") &&
      !traced(outcome, "message_start toolResult call-1"),
  },
  {
    id: "ends-of-a-blocked-call",
    reason:
      "后面的调用在预检被拦，它的 tool_execution_end 排在前面那次之前，那次的主体这时还没开始；界面若按先后配对就会错",
    issue: 3468,
    scenario: {
      name: "ends-of-a-blocked-call",
      shows: "先是一次要运行的调用，再是一次被拦的",
      ...says(call("call-1", "start"), call("call-2", "remove", { path: "a" })),
      tools: [
        tool("start", (_args, _world, say) => {
          say("start", "主体开始");
          return "好了";
        }),
        remove,
      ],
      hooks: { before: ({ name }) => (name === "remove" ? { block: true, reason: "不许删" } : undefined) },
      evidence: "不许删",
      inOrder: ["tool_execution_end call-2", "[start]", "tool_execution_end call-1"],
    },
    piStill: ({ lines }) => {
      const at = (key: string) => lines.findIndex((line) => line.key === key);
      return at("tool_execution_end call-2") < at("[start]") && at("[start]") < at("tool_execution_end call-1");
    },
  },
];
