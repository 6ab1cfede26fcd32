import { call } from "../../shared/script.ts";
import type { Scenario, ScenarioHooks } from "../play/scenario.ts";
import { echo, ends, results, says, tool, work } from "./props.ts";

/** Says when its body began. */
const eager = tool("eager", (_args, _world, say, { now }) => {
  say("eager", `开始于 ${now} ms`);
  return `开始于 ${now} ms`;
});

const noEcho: ScenarioHooks = {
  before: ({ name }) => (name === "echo" ? { block: true, reason: "不许复读" } : undefined),
};

/** How the checks before a call and the hook after it share the time with the bodies. */
export const PREFLIGHT: Scenario[] = [
  {
    name: "later-block-ends-first",
    shows: "后面的调用在预检被拦：它先结束，前面那次这时还没开始运行",
    ...says(call("call-1", "work", { ms: 10 }), call("call-2", "echo", { text: "hi" })),
    tools: [work, echo],
    hooks: noEcho,
    evidence: "工具说：不许复读",
    inOrder: ["tool_execution_start call-2", ...ends(2, 1), ...results(1, 2)],
  },
  {
    name: "block-in-turn",
    shows: "排队的一批里一次被拦：轮到它才拦，后面的照样运行",
    ...says(
      call("call-1", "work", { ms: 10 }),
      call("call-2", "echo", { text: "hi" }),
      call("call-3", "work", { ms: 10 }),
    ),
    tools: [work, echo],
    hooks: noEcho,
    toolExecution: "sequential",
    evidence: "工具说：做完于 20 ms",
    inOrder: [...ends(1), "tool_execution_start call-2", "不许复读", "tool_execution_start call-3", ...ends(3)],
  },
  {
    name: "slow-preflight-holds-batch",
    shows: "before 要等 10 ms：最后一次预检做完之前，谁的主体都不开始",
    ...says(call("call-1", "eager"), call("call-2", "eager"), call("call-3", "eager")),
    tools: [eager],
    hooks: { before: () => undefined, beforeTakes: 10 },
    evidence: '[eager] {"text":"开始于 30 ms"}',
    inOrder: ["tool_execution_start call-3", "[eager]", "[eager]", "[eager]", ...ends(1, 2, 3)],
    absent: "开始于 10 ms",
  },
  {
    name: "slow-preflight-in-turn",
    shows: "排队的一批：预检和主体交替进行",
    ...says(call("call-1", "eager"), call("call-2", "eager")),
    tools: [eager],
    hooks: { before: () => undefined, beforeTakes: 10 },
    toolExecution: "sequential",
    evidence: '[eager] {"text":"开始于 10 ms"}',
    inOrder: ["[eager]", ...ends(1), "tool_execution_start call-2", "[eager]"],
  },
  {
    name: "slow-after-hooks",
    shows: "after 要等：各等各的，做得早的那次早结束",
    ...says(call("call-1", "work", { ms: 10 }), call("call-2", "work", { ms: 5 })),
    tools: [work],
    hooks: {
      after: (_call, { text }, _world, _say, { now }) => ({ text: `${text}；after 在 ${now} ms` }),
      afterTakes: 20,
    },
    evidence: "工具说：做完于 5 ms，本来要 5 ms；after 在 25 ms",
    inOrder: [...ends(2, 1), ...results(1, 2)],
  },
];
