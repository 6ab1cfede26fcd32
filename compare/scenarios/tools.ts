import { call, end, text, thinking } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { done, echo, object, quoteResult, says, tool } from "./props.ts";

/** Calls that reach their tool. */
export const TOOLS: Scenario[] = [
  {
    name: "one-call",
    shows: "一次调用：运行，结果回到 transcript，模型读到",
    ...says(call("call-1", "echo", { text: "hi" })),
    tools: [echo],
    evidence: "工具说：hi",
    inOrder: [
      "message_end assistant",
      "tool_execution_start call-1",
      "tool_execution_end call-1",
      "message_start toolResult call-1",
      "message_end toolResult call-1",
      "turn_end",
      "turn_start",
      "request 2",
    ],
  },
  {
    name: "no-arguments",
    shows: "不要参数的工具，参数是空对象",
    ...says(call("call-1", "ping")),
    tools: [tool("ping", (args) => `收到 ${Object.keys(args).length} 个参数`)],
    evidence: "工具说：收到 0 个参数",
  },
  {
    name: "chain",
    shows: "两轮调用：第二次用到第一次的结果",
    inputs: ["复读两次"],
    tools: [echo],
    script: [[call("call-1", "echo", { text: "hi" })], [call("call-2", "echo", { text: "hi hi" })], [quoteResult]],
    evidence: "工具说：hi hi",
    inOrder: ["tool_execution_end call-1", "request 2", "tool_execution_end call-2", "request 3"],
  },
  {
    name: "endless",
    shows: "模型不停地要工具：Pi 没有轮数限制，由调用者叫停",
    inputs: ["一直复读"],
    tools: [echo],
    script: (request) => [call(`call-${request}`, "echo", { text: "hi" })],
    evidence: ["tool_execution_end call-9", '"result":{"content":[{"type":"text","text":"hi"}]'],
  },
  {
    name: "two-calls",
    shows: "一条回复里两次调用：结果按调用的顺序排",
    ...says(call("call-1", "echo", { text: "一" }), call("call-2", "echo", { text: "二" })),
    tools: [echo],
    evidence: ["transcript 4 toolResult call-2", '"result":{"content":[{"type":"text","text":"二"}]'],
    inOrder: ["transcript 2 assistant", "transcript 3 toolResult call-1", "transcript 4 toolResult call-2"],
  },
  {
    name: "calls-after-input",
    shows: "第一次运行没用工具，第二次用了",
    inputs: ["你好", "复读 hi"],
    tools: [echo],
    script: [[text("你好！")], [call("call-1", "echo", { text: "hi" })], [quoteResult]],
    evidence: "transcript 5 toolResult call-1",
  },
  {
    name: "text-around-call",
    shows: "一条回复里，调用的前后都有文字：块的顺序保留",
    ...says(text("先看看。"), call("call-1", "echo", { text: "hi" }), text("等我一下。")),
    tools: [echo],
    evidence: '{"type":"text","text":"先看看。"},{"type":"toolCall","id":"call-1"',
    inOrder: ["toolcall_end call-1", '"delta":"等我一下。"', "message_end assistant", "tool_execution_start call-1"],
  },
  {
    name: "thinking-and-call",
    shows: "想一想，再调用工具",
    ...says(thinking("要用 echo"), call("call-1", "echo", { text: "hi" })),
    tools: [echo],
    evidence: '[{"type":"thinking","thinking":"要用 echo"},{"type":"toolCall","id":"call-1"',
  },
  {
    name: "tool-changes-its-arguments",
    shows: "工具改了收到的参数对象：transcript 里的调用不变",
    ...says(call("call-1", "take", { text: "hi" })),
    tools: [
      tool("take", (args) => {
        args["text"] = "改过";
        return "拿到了";
      }),
    ],
    evidence:
      'transcript 2 assistant {"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"take","arguments":{"text":"hi"}}]',
    absent: "改过",
  },
  {
    name: "stop-with-call",
    shows: "回复说自己是 stop，里面却有一次调用：看内容，照样运行",
    ...says(call("call-1", "echo", { text: "hi" }), end("stop")),
    tools: [echo],
    evidence: "工具说：hi",
    inOrder: ['"stopReason":"stop"', "tool_execution_start call-1"],
    absent: '"stopReason":"toolUse"',
  },
  {
    name: "first-of-a-name",
    shows: "两个工具同名：先到先得",
    ...says(call("call-1", "who")),
    tools: [
      tool("who", () => "第一个", { parameters: object({}) }),
      tool("who", () => "第二个", { parameters: object({}) }),
    ],
    evidence: ["工具说：第一个", '"execute":"[function]"},{"name":"who"'],
  },
  {
    name: "offered-tools",
    shows: "每次请求都带上全部工具",
    inputs: ["有什么工具？"],
    tools: [echo, tool("shout", () => "")],
    script: [[text(({ toolNames }) => `有 ${toolNames.join("、")}`)]],
    evidence: "有 echo、shout",
  },
  {
    name: "other-arguments",
    shows: "工具用不到的参数照样传给它",
    ...says(call("call-1", "count", { a: 1, b: [2, 3], c: { d: null } })),
    tools: [tool("count", (args) => JSON.stringify(args))],
    evidence: '工具说：{\\"a\\":1,\\"b\\":[2,3],\\"c\\":{\\"d\\":null}}',
  },
  {
    name: "many-turns",
    shows: "一连五轮调用，一次运行",
    inputs: ["数到五"],
    tools: [echo],
    script: (request) => (request < 6 ? [call(`call-${request}`, "echo", { text: `${request}` })] : [done]),
    evidence: ["transcript 12 assistant", '"result":{"content":[{"type":"text","text":"5"}]'],
  },
];
