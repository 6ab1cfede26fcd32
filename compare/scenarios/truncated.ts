import { call, end, fragments, text } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { echo, object, quoteResult, remove, says } from "./props.ts";

const CUT = "was not executed: the response hit the output token limit";

/** Replies that the output limit cut off while calls were in them. */
export const TRUNCATED: Scenario[] = [
  {
    name: "length",
    shows: "回复被截断，碰巧解析得出、也合 schema 的参数：不运行",
    ...says(fragments("call-1", "remove", ['{"path":"/tmp'], { path: "/tmp" }), end("length")),
    tools: [{ ...remove, parameters: object({ path: { type: "string" } }) }],
    evidence: `Tool call \\"remove\\" ${CUT}`,
    absent: "rm /tmp",
  },
  {
    name: "length-several",
    shows: "截断的回复里有几次调用：一次都不运行，每次都有结果",
    ...says(call("call-1", "remove", { path: "a" }), call("call-2", "remove", { path: "b" }), end("length")),
    tools: [remove],
    evidence: `transcript 4 toolResult call-2`,
    inOrder: [
      "tool_execution_start call-1",
      "tool_execution_end call-1",
      "message_end toolResult call-1",
      "tool_execution_start call-2",
      "tool_execution_end call-2",
    ],
    absent: "[remove]",
  },
  {
    name: "length-skips-gates",
    shows: "截断的回复不过任何一道门：不查工具，不问 hook",
    ...says(call("call-1", "banana"), end("length")),
    tools: [echo],
    hooks: {
      before(_call, _world, say) {
        say("before", "问到了");
        return undefined;
      },
      after: () => ({ text: "改写" }),
    },
    evidence: `Tool call \\"banana\\" ${CUT}`,
    absent: "问到了",
  },
  {
    name: "length-null-arguments",
    shows: "截断的调用没有等到参数（null）：结果照样配上，null 留在 transcript",
    ...says(fragments("call-1", "remove", [], null), end("length")),
    tools: [remove],
    evidence: [
      'tool_execution_start call-1 {"type":"tool_execution_start","toolCallId":"call-1","toolName":"remove","args":null}',
      CUT,
    ],
    inOrder: ["tool_execution_end call-1", "request 2"],
  },
  {
    name: "length-then-again",
    shows: "模型读到截断的结果，重新给出完整的调用",
    inputs: ["复读 hi"],
    tools: [echo],
    script: [
      [text("好的，"), call("call-1", "echo", { text: "h" }), end("length")],
      [call("call-2", "echo", { text: "hi" })],
      [quoteResult],
    ],
    evidence: "工具说：hi",
    inOrder: [CUT, "tool_execution_start call-2"],
  },
  {
    name: "length-beside-terminate",
    shows: "截断的一批从不要求停下：运行继续",
    ...says(call("call-1", "stop"), end("length")),
    tools: [{ ...echo, name: "stop", run: () => ({ content: [], terminate: true }) }],
    needs: ["terminate"],
    evidence: "request 2",
    inOrder: [CUT, "request 2"],
  },
];
