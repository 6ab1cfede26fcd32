import { call } from "../../shared/script.ts";
import type { Scenario, ScenarioTool } from "../play/scenario.ts";
import { done, echo, ends, remove, results, says, three, tool, work } from "./props.ts";

/** Three calls that run at once and end in `order`; the results come in the calls' own order all the same. */
function completing(order: [number, number, number]): Scenario {
  const msOf = (id: number) => (order.indexOf(id) + 1) * 10;
  return {
    name: `parallel-ends-${order.join("-")}`,
    shows: `三次调用同时运行，按 ${order.join("、")} 的先后结束；结果仍按 1、2、3 排`,
    ...three(msOf(1), msOf(2), msOf(3)),
    tools: [work],
    // One after the other, the third would be done at 60 ms.
    evidence: `工具说：做完于 ${msOf(3)} ms`,
    inOrder: [...ends(...order), ...results(1, 2, 3)],
  };
}

const inTurn = {
  inOrder: [...ends(1), ...results(1), ...ends(2), ...results(2), ...ends(3)],
  evidence: "工具说：做完于 60 ms",
};
const saying = (mode: NonNullable<ScenarioTool["mode"]>): ScenarioTool => ({ ...work, mode });

/** How the calls of one reply share the time. */
export const BATCHES: Scenario[] = [
  {
    name: "same-name-other-mode",
    shows: "两个工具同名，后一个要求排队：只看先找到的那一个，所以同时执行",
    ...three(30, 20, 10),
    tools: [saying("parallel"), saying("sequential")],
    evidence: "工具说：做完于 10 ms",
    inOrder: [...ends(3, 2, 1), ...results(1, 2, 3)],
  },
  {
    name: "two-calls-that-speak",
    shows: "一条回复里两次调用：第二个主体开始时，第一次的 end 还没有发",
    ...says(call("call-1", "remove", { path: "a" }), call("call-2", "remove", { path: "b" })),
    tools: [remove],
    evidence: "rm b",
    inOrder: ["tool_execution_start call-2", "[remove]", "[remove]", "tool_execution_end call-1"],
  },
  ...(
    [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ] as const
  ).map((order) => completing([...order])),
  {
    name: "sequential-by-setting",
    shows: "设置要求排队：一次调用连同结果消息做完，才轮到下一次",
    ...three(30, 20, 10),
    tools: [work],
    toolExecution: "sequential",
    ...inTurn,
  },
  {
    name: "sequential-by-tool",
    shows: "一个工具要求排队：整批都排队",
    ...says(
      call("call-1", "echo", { text: "hi" }),
      call("call-2", "work", { ms: 20 }),
      call("call-3", "queue", { ms: 10 }),
    ),
    tools: [echo, work, { ...saying("sequential"), name: "queue" }],
    evidence: "工具说：做完于 30 ms",
    inOrder: [...ends(1), ...results(1), ...ends(2), ...results(2), ...ends(3)],
  },
  {
    name: "setting-beats-tool",
    shows: "设置要求排队，工具说可以并行：听设置的",
    ...three(30, 20, 10),
    tools: [saying("parallel")],
    toolExecution: "sequential",
    ...inTurn,
  },
  {
    name: "tool-beats-setting",
    shows: "设置说并行，工具要求排队：听工具的",
    ...three(30, 20, 10),
    tools: [saying("sequential")],
    toolExecution: "parallel",
    ...inTurn,
  },
  {
    name: "same-instant",
    shows: "三次调用同样久：按开始的先后结束",
    ...three(10, 10, 10),
    tools: [work],
    evidence: "工具说：做完于 10.001953125 ms",
    inOrder: [...ends(1, 2, 3), ...results(1, 2, 3)],
  },
  {
    name: "one-fails-at-once",
    shows: "并行的一批里一次抛错：先结束，其余照样做完",
    ...says(call("call-1", "work", { ms: 20 }), call("call-2", "broken"), call("call-3", "work", { ms: 10 })),
    tools: [
      work,
      tool("broken", () => {
        throw new Error("broken");
      }),
    ],
    evidence: "工具说：做完于 10 ms",
    inOrder: [...ends(2, 3, 1), ...results(1, 2, 3)],
  },
  {
    name: "two-batches",
    shows: "两批并行的调用，一轮一批",
    inputs: ["做两批"],
    script: [
      [call("call-1", "work", { ms: 20 }), call("call-2", "work", { ms: 10 })],
      [call("call-3", "work", { ms: 10 }), call("call-4", "work", { ms: 20 })],
      [done],
    ],
    tools: [work],
    evidence: "做完于 40 ms，本来要 20 ms",
    inOrder: [...ends(2, 1), "request 2", ...ends(3, 4)],
  },
];
