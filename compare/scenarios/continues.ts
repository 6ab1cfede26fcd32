import { call, fail, text } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { ABORTED_REPLY, done, echo, heard, injected, quoteResult } from "./props.ts";

/** Runs that begin without a new input. */
export const CONTINUES: Scenario[] = [
  {
    name: "continue",
    shows: "从一条用户消息继续：它不再发事件，回复写进调用者的 transcript",
    inputs: [],
    continueFrom: [{ role: "user", text: "你好" }],
    script: [[heard]],
    evidence: "transcript 2 assistant",
    inOrder: ["agent_start", "turn_start", "request 1", "message_start assistant"],
    absent: "message_start user",
  },
  {
    name: "continue-longer",
    shows: "从更长的 transcript 继续：请求带上全部",
    inputs: [],
    continueFrom: [
      { role: "user", text: "一加一？" },
      { role: "assistant", text: "二" },
      { role: "user", text: "再加一？" },
    ],
    script: [[text(({ messages }) => `共 ${messages.length} 条消息`)]],
    evidence: "共 3 条消息",
  },
  {
    name: "continue-with-tools",
    shows: "继续的运行里调用工具，再接着一次新的输入",
    inputs: ["还在吗？"],
    continueFrom: [{ role: "user", text: "复读 hi" }],
    tools: [echo],
    script: [[call("call-1", "echo", { text: "hi" })], [quoteResult], [done]],
    evidence: "transcript 6 assistant",
    inOrder: ['agent_end {"type":"agent_end","messages":[{"role":"assistant"', "agent_start"],
  },
  {
    name: "continue-with-steering",
    shows: "继续时有插话在等：排在后面一起送进去",
    inputs: [],
    continueFrom: [{ role: "user", text: "你好" }],
    script: [[heard]],
    steering: [{ poll: 1, text: "用中文" }],
    evidence: "听到：用中文",
    inOrder: ["turn_start", injected("用中文"), "request 1"],
  },
  {
    name: "continue-fails-at-once",
    shows: "继续的请求马上失败：失败的回复也写进调用者的 transcript",
    inputs: [],
    continueFrom: [{ role: "user", text: "你好" }],
    script: [[fail("overloaded")]],
    evidence: ["transcript 2 assistant", '"errorMessage":"overloaded"'],
    inOrder: ["agent_end", 'transcript 2 assistant {"role":"assistant","content":[]'],
  },
  {
    name: "continue-aborted",
    shows: "继续的运行看的也是这个信号",
    inputs: [],
    continueFrom: [{ role: "user", text: "你好" }],
    script: [[text("你好！")]],
    abortedAtStart: true,
    evidence: ABORTED_REPLY,
    absent: "你好！",
  },
  {
    name: "continue-from-nothing",
    shows: "transcript 是空的，不能继续",
    inputs: [],
    continueFrom: [],
    script: [],
    evidence: "Cannot continue: no messages in context",
    absent: "agent_start",
  },
  {
    name: "continue-from-assistant",
    shows: "最后一条是模型说的，不能继续；新的输入可以",
    inputs: ["再见"],
    continueFrom: [
      { role: "user", text: "你好" },
      { role: "assistant", text: "你好！" },
    ],
    script: [[done]],
    evidence: "Cannot continue from message role: assistant",
    inOrder: ["Cannot continue", "agent_start", "transcript 4 assistant"],
  },
];
