import { call, text, thinking, wait } from "../../shared/script.ts";
import type { Scenario, ScenarioHooks } from "../play/scenario.ts";
import { ABORTED_REPLY, echo, remove, says, three, work } from "./props.ts";

const two = says(call("call-1", "remove", { path: "a" }), call("call-2", "remove", { path: "b" }));

const aborting: ScenarioHooks = {
  before(_call, world) {
    world.abort();
    return undefined;
  },
};

/** One signal, aborted at every stage of a run. */
export const ABORT: Scenario[] = [
  {
    name: "abort-before-run",
    shows: "运行之前就已中止：循环不看信号，照样发请求，是流说自己被中止了",
    inputs: ["你好"],
    script: [[text("你好！")]],
    abortedAtStart: true,
    evidence: ABORTED_REPLY,
    inOrder: ["agent_start", "message_end user", "request 1", "provider fails", "agent_end"],
  },
  {
    name: "abort-while-streaming",
    shows: "说到一半中止：已经收到的留下",
    inputs: ["讲个故事"],
    script: [[text("从前"), text("有座山")]],
    abortAfter: "message_update text_delta",
    evidence: ABORTED_REPLY,
    absent: "有座山",
  },
  {
    name: "abort-while-waiting",
    shows: "模型半天不说话时中止",
    inputs: ["讲个故事"],
    script: [[thinking("想想"), wait(100), text("从前有座山")]],
    abortAt: 50,
    needs: ["abort"],
    evidence: ABORTED_REPLY,
    absent: "从前有座山",
  },
  {
    name: "abort-while-call-streams",
    shows: "调用正在到达时中止：这次调用不运行，也没有结果",
    inputs: ["删掉 a"],
    script: [[call("call-1", "remove", { path: "a" })]],
    tools: [remove],
    abortAfter: "message_update toolcall_delta",
    evidence: ABORTED_REPLY,
    absent: "tool_execution_start",
  },
  {
    name: "abort-after-reply",
    shows: "回复刚说完就中止：第一次调用得到 Operation aborted，后面的连结果都没有",
    ...two,
    tools: [remove],
    abortAfter: "message_end assistant",
    evidence: '"text":"Operation aborted"}],"details":{}},"isError":true',
    inOrder: ["tool_execution_end call-1", "turn_end", "request 2", ABORTED_REPLY],
    absent: "tool_execution_start call-2",
  },
  {
    name: "abort-in-before-hook",
    shows: "before 里中止：这次调用不运行",
    ...two,
    tools: [remove],
    hooks: aborting,
    needs: ["abort"],
    evidence: "Operation aborted",
    absent: "[remove]",
  },
  {
    name: "abort-in-before-hook-in-turn",
    shows: "排队的一批，before 里中止：这次得到 Operation aborted，后面的没有下文",
    ...two,
    tools: [remove],
    hooks: aborting,
    toolExecution: "sequential",
    needs: ["abort"],
    evidence: "Operation aborted",
    inOrder: ["tool_execution_end call-1", "message_end toolResult call-1", "turn_end", "request 2"],
    absent: "tool_execution_start call-2",
  },
  {
    name: "abort-beats-block",
    shows: "before 里中止，又说要拦：结果说的是中止",
    ...two,
    tools: [remove],
    hooks: {
      before(_call, world) {
        world.abort();
        return { block: true, reason: "不许删" };
      },
    },
    needs: ["abort"],
    evidence: "Operation aborted",
    absent: "不许删",
  },
  {
    name: "abort-but-before-throws",
    shows: "before 里中止，又抛错：结果说的是那个错误",
    ...two,
    tools: [remove],
    hooks: {
      before(_call, world) {
        world.abort();
        throw new Error("cannot ask the user");
      },
    },
    needs: ["abort"],
    evidence: "cannot ask the user",
    absent: "Operation aborted",
  },
  {
    name: "abort-between-preflights",
    shows: "第一次预检过了、轮到第二次时中止：第一次照样运行，第二次被中止，第三次没有下文",
    ...three(30, 10, 20),
    tools: [work],
    abortAfter: "tool_execution_start call-2",
    evidence: "做完于 30 ms，本来要 30 ms",
    inOrder: ["tool_execution_end call-2", "tool_execution_end call-1", "request 2", ABORTED_REPLY],
    absent: "tool_execution_start call-3",
  },
  {
    name: "abort-does-not-skip-gates",
    shows: "中止之后的预检照样先查工具：不存在的还是说不存在",
    ...says(call("call-1", "banana"), call("call-2", "echo", { text: "hi" })),
    tools: [echo],
    abortAfter: "tool_execution_start call-1",
    evidence: "Tool banana not found",
    absent: "tool_execution_start call-2",
  },
];
