import { call, text } from "../../shared/script.ts";
import type { Scenario, ScenarioHooks } from "../play/scenario.ts";
import { ABORTED_REPLY, done, echo, says, three, tool, work } from "./props.ts";

/** Looks at the signal while it waits, as a tool should. */
const heed = tool(
  "heed",
  (_args, _world, _say, { now, aborted }) => {
    if (aborted) throw new Error(`停在 ${now} ms`);
    return `做完于 ${now} ms`;
  },
  { takes: ({ ms }) => Number(ms), heedsAbort: true },
);

/** Tells what the signal says. */
const telling: ScenarioHooks = {
  before(_call, _world, say, { aborted }) {
    say("before", aborted ? "已中止" : "没有中止");
    return undefined;
  },
  after(_call, _outcome, _world, say, { aborted }) {
    say("after", aborted ? "已中止" : "没有中止");
    return undefined;
  },
};

/** The signal while bodies run, and after them. */
export const ABORT_IN_TOOL: Scenario[] = [
  {
    name: "abort-noticed-by-tool",
    shows: "工具看着信号：中止时马上停下；Pi 还会再问厂商一次",
    ...says(call("call-1", "heed", { ms: 100 })),
    tools: [heed],
    abortAt: 50,
    needs: ["abort"],
    evidence: '"text":"停在 50 ms"}],"details":{}},"isError":true',
    inOrder: ["tool_execution_end call-1", "turn_end", "turn_start", "request 2", ABORTED_REPLY],
  },
  {
    name: "abort-ignored-by-tool",
    shows: "工具不看信号：做完才结束，结果照样算数",
    ...says(call("call-1", "work", { ms: 100 })),
    tools: [work],
    abortAt: 50,
    needs: ["abort"],
    evidence: '"text":"做完于 100 ms，本来要 100 ms"}],"details":{}},"isError":false',
    inOrder: ["request 2", ABORTED_REPLY],
  },
  {
    name: "abort-with-siblings",
    shows: "并行的两次调用，一个看信号、一个不看：两条结果都在",
    ...says(call("call-1", "work", { ms: 100 }), call("call-2", "heed", { ms: 80 })),
    tools: [work, heed],
    abortAt: 50,
    needs: ["abort"],
    evidence: "停在 50 ms",
    inOrder: ["停在 50 ms", "做完于 100 ms", "message_end toolResult call-1", "message_end toolResult call-2"],
  },
  {
    name: "abort-in-turn",
    shows: "排队的一批，第一次运行时中止：后面的不开始，也没有结果",
    ...three(30, 10, 20),
    tools: [work],
    toolExecution: "sequential",
    abortAt: 15,
    needs: ["abort"],
    evidence: "做完于 30 ms，本来要 30 ms",
    inOrder: ["message_end toolResult call-1", "turn_end", "request 2"],
    absent: "tool_execution_start call-2",
  },
  {
    name: "abort-in-after-hook",
    shows: "after 里中止：它改写的结果还在，运行到下一次请求才停",
    ...says(call("call-1", "echo", { text: "hi" })),
    tools: [echo],
    hooks: {
      after(_call, { text: said }, world) {
        world.abort();
        return { text: `checked: ${said}` };
      },
    },
    needs: ["abort"],
    evidence: '"text":"checked: hi"}],"details":{}},"isError":false',
    inOrder: ["tool_execution_end call-1", "request 2", ABORTED_REPLY],
  },
  {
    name: "signal-reaches-hooks",
    shows: "before、工具、after 拿到的是同一个信号",
    ...says(call("call-1", "heed", { ms: 100 })),
    tools: [heed],
    hooks: telling,
    abortAt: 50,
    needs: ["abort"],
    evidence: '[after] {"text":"已中止"}',
    inOrder: ['[before] {"text":"没有中止"}', "[after]", "停在 50 ms"],
  },
  {
    name: "signal-reaches-hooks-in-turn",
    shows: "排队的一批也一样，而且后面的调用没有下文",
    ...says(call("call-1", "heed", { ms: 100 }), call("call-2", "heed", { ms: 100 })),
    tools: [heed],
    hooks: telling,
    toolExecution: "sequential",
    abortAt: 50,
    needs: ["abort"],
    evidence: '[after] {"text":"已中止"}',
    inOrder: ['[before] {"text":"没有中止"}', "[after]", "停在 50 ms"],
    absent: "tool_execution_start call-2",
  },
  {
    name: "abort-and-queues",
    shows: "工具运行时中止：排着的插话照样送进去，再被中止；后面的消息不再取",
    ...says(call("call-1", "work", { ms: 100 })),
    tools: [work],
    abortAt: 50,
    steering: [{ poll: 2, text: "还有一句" }],
    followUps: [{ poll: 1, text: "下一件" }],
    needs: ["abort"],
    evidence: 'message_end user {"type":"message_end","message":{"role":"user","content":"还有一句"}',
    inOrder: ["还有一句", "request 2", ABORTED_REPLY, "agent_end"],
    absent: "下一件",
  },
  {
    name: "abort-after-terminate",
    shows: "工具要求停下，运行时又中止：不再问厂商",
    inputs: ["收工"],
    script: [[call("call-1", "work", { ms: 100 })]],
    tools: [
      {
        ...work,
        run(_args, _world, say, { aborted }) {
          say("work", `中止：${aborted}`);
          return { content: [{ type: "text", text: "收工" }], terminate: true };
        },
      },
    ],
    abortAt: 50,
    needs: ["abort", "terminate"],
    evidence: ['"text":"收工"}],"details":{}', "中止：true"],
    absent: "request 2",
  },
  {
    name: "abort-then-next-input",
    shows: "信号不会复原：下一次运行也被中止",
    inputs: ["讲个故事", "再讲"],
    script: [[text("从前"), text("有座山")], [done]],
    abortAfter: "message_update text_delta",
    evidence: "transcript 4 assistant",
    inOrder: ["request 2", ABORTED_REPLY],
  },
];
