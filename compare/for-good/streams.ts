import { fail, hangUp, text } from "../../shared/script.ts";
import { traced, type ForGood } from "./entry.ts";

/** Stream functions that break their contract. */
export const BROKEN_STREAMS: ForGood[] = [
  {
    id: "stream-function-throws",
    reason: "stream 函数抛错，违反了它的约定：运行被拒绝，没有 agent_end；用 agentLoop 的人一直等下去",
    since: "s03",
    until: "s08",
    scenario: {
      name: "stream-function-throws",
      shows: "stream 函数一被调用就抛错",
      inputs: ["你好"],
      script: [[fail("connection refused")]],
      breaksContract: true,
      evidence: "request 1",
      absent: "agent_end",
    },
    piStill: (outcome) =>
      outcome.end === "rejected" && outcome.failure === "connection refused" && !traced(outcome, "agent_end"),
  },
  {
    id: "stream-throws",
    reason: "流说到一半抛错：运行被拒绝，已经收到的文字只留在事件里",
    since: "s03",
    until: "s08",
    scenario: {
      name: "stream-throws",
      shows: "说到一半，流抛错",
      inputs: ["讲个故事"],
      script: [[text("从前"), fail("connection reset")]],
      breaksContract: true,
      evidence: '"delta":"从前"',
      absent: "message_end assistant",
    },
    piStill: (outcome) =>
      outcome.end === "rejected" && outcome.failure === "connection reset" && !traced(outcome, "agent_end"),
  },
  {
    id: "stream-without-end",
    reason: "流没有 done 也没有 error 就停了，违反了它的约定：Pi 一直等它的结果",
    since: "s03",
    scenario: {
      name: "stream-without-end",
      shows: "说到一半，流没有结尾就停了",
      inputs: ["讲个故事"],
      script: [[text("从前"), hangUp()]],
      breaksContract: true,
      evidence: '"delta":"从前"',
      absent: "message_end assistant",
    },
    piStill: (outcome) => outcome.end === "hangs" && !traced(outcome, "agent_end"),
  },
];
