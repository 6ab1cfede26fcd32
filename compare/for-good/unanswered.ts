import { call, end, fail, fragments } from "../../shared/script.ts";
import type { Outcome } from "../play/outcome.ts";
import { done, remove, says, work } from "../scenarios/props.ts";
import type { ForGood } from "./entry.ts";

const removeOld = call("call-1", "remove", { path: "old" });

/** Calls that no result ever follows. */
export const UNANSWERED: ForGood[] = [
  {
    id: "calls-of-a-failed-reply",
    reason:
      "回复失败，里面的调用没有结果，下一次请求就带着它。pi-ai 的厂商层发出之前把失败的回复整条去掉；自己写 stream 函数的人得自己补救",
    issue: 9306,
    since: "s04",
    until: "s10",
    scenario: {
      name: "calls-of-a-failed-reply",
      shows: "失败的回复里有一次调用，接着又来一次输入",
      inputs: ["删掉旧文件", "怎么样了？"],
      tools: [remove],
      script: [[removeOld, fail("connection reset")], [done]],
      evidence: '"errorMessage":"connection reset"',
      absent: "toolCallId",
    },
    piStill: (outcome) => unansweredCalls(outcome).join() === "call-1",
  },
  {
    id: "calls-of-an-aborted-reply",
    reason: "回复被中止，里面的调用没有结果，下一次请求就带着它；补救的地方和失败的回复一样",
    issue: 3344,
    scenario: {
      name: "calls-of-an-aborted-reply",
      shows: "被中止的回复里有一次调用，接着又来一次输入",
      inputs: ["删掉旧文件", "怎么样了？"],
      tools: [remove],
      script: [[removeOld, end("aborted")], [done]],
      evidence: '"errorMessage":"Request was aborted"',
      absent: "toolCallId",
    },
    piStill: (outcome) => unansweredCalls(outcome).join() === "call-1",
  },
  {
    id: "calls-after-an-abort",
    reason:
      "排队的一批，运行第一次时中止：回复是完整的，后面两次调用却没有结果，紧接着的请求就带着它们。pi-ai 的厂商层给它们补一条 No result provided",
    scenario: {
      name: "calls-after-an-abort",
      shows: "三次调用排队，第一次运行时中止",
      ...says(
        call("call-1", "work", { ms: 30 }),
        call("call-2", "work", { ms: 10 }),
        call("call-3", "work", { ms: 10 }),
      ),
      tools: [work],
      toolExecution: "sequential",
      abortAt: 15,
      needs: ["abort"],
      evidence: "Request was aborted",
      absent: "tool_execution_start call-2",
    },
    piStill: (outcome) => unansweredCalls(outcome).join() === "call-2,call-3",
  },
  {
    id: "null-of-a-truncated-call",
    reason:
      "截断的调用参数是 null：结果配上了，null 却留在 transcript，以后每次请求都带着它。pi-ai 里有的厂商换成空对象，有的照样发出去",
    issue: 8386,
    scenario: {
      name: "null-of-a-truncated-call",
      shows: "截断的调用参数是 null，下一次请求",
      ...says(fragments("call-1", "remove", [], null), end("length")),
      tools: [remove],
      evidence: "was not executed: the response hit the output token limit",
    },
    piStill: ({ lines }) =>
      lines.some(({ key, data }) => key === "request 2" && JSON.stringify(data).includes('"arguments":null')),
  },
];

type Sent = {
  toolCallId?: string;
  content: string | { type: string; id?: string }[];
  /** Where the chapters of Part I keep the calls. */
  toolCalls?: { id: string }[];
};

/** The ids of the calls in the second request that have no result there. */
function unansweredCalls({ lines }: Outcome): (string | undefined)[] {
  const messages = (lines.find(({ key }) => key === "request 2")?.data["messages"] ?? []) as Sent[];
  const answered = new Set(messages.map((message) => message.toolCallId));
  const calls = messages.flatMap(({ content, toolCalls = [] }) => [
    ...(typeof content === "string" ? [] : content.filter((block) => block.type === "toolCall")),
    ...toolCalls,
  ]);
  return calls.map(({ id }) => id).filter((id) => !answered.has(id));
}
