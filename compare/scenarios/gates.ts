import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { echo, object, quoteResult, says, setSize, show, tool } from "./props.ts";

/** The new shape is a list; older models still say one pair. */
const edit = tool("edit", show, {
  parameters: object({ edits: { type: "array", items: object({ from: { type: "string" } }) } }),
  prepare: (args) => {
    const { from, ...rest } = args as { from?: string };
    return from === undefined ? args : { ...rest, edits: [{ from }] };
  },
});

/** What stands between a call and its tool, apart from the hook. */
export const GATES: Scenario[] = [
  {
    name: "unknown-tool",
    shows: "工具不存在：变成一条错误结果，模型读到后改口",
    inputs: ["复读 hi"],
    tools: [echo],
    script: [[call("call-1", "banana")], [call("call-2", "echo", { text: "hi" })], [quoteResult]],
    evidence: "Tool banana not found",
    inOrder: ["tool_execution_start call-1", "tool_execution_end call-1", "tool_execution_start call-2"],
  },
  {
    name: "no-tools-at-all",
    shows: "没有任何工具，模型却调用一个",
    ...says(call("call-1", "echo", { text: "hi" })),
    evidence: "Tool echo not found",
  },
  {
    name: "unknown-beside-known",
    shows: "同一条回复里一个存在、一个不存在：各得各的结果",
    ...says(call("call-1", "banana"), call("call-2", "echo", { text: "hi" })),
    tools: [echo],
    evidence: "工具说：hi",
    inOrder: ["tool_execution_end call-1", "tool_execution_end call-2", "transcript 3 toolResult call-1"],
  },
  {
    name: "prepared",
    shows: "prepareArguments 把旧形状抬成新形状，再校验",
    ...says(call("call-1", "edit", { from: "a" })),
    tools: [edit],
    evidence: '工具说：{\\"edits\\":[{\\"from\\":\\"a\\"}]}',
    inOrder: [
      'tool_execution_start call-1 {"type":"tool_execution_start","toolCallId":"call-1","toolName":"edit","args":{"from":"a"}}',
    ],
  },
  {
    name: "prepared-still-invalid",
    shows: "prepareArguments 的结果照样要过校验",
    ...says(call("call-1", "edit", { from: ["a"] })),
    tools: [edit],
    evidence: 'Validation failed for tool \\"edit\\":\\n  - edits.0.from: must be string',
  },
  {
    name: "prepare-throws",
    shows: "prepareArguments 抛错：变成这次调用的错误结果",
    ...says(call("call-1", "edit", { from: "a" })),
    tools: [
      tool("edit", show, {
        prepare: () => {
          throw new Error("cannot lift these arguments");
        },
      }),
    ],
    evidence: '"text":"cannot lift these arguments"}],"details":{}},"isError":true',
  },
  {
    name: "prepare-in-place",
    shows: "prepareArguments 就地改参数：transcript 里模型写的也跟着变了",
    ...says(call("call-1", "edit", { from: "a" })),
    tools: [tool("edit", show, { prepare: (args) => Object.assign(args as object, { from: "改过" }) })],
    evidence:
      'transcript 2 assistant {"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"edit","arguments":{"from":"改过"}}]',
  },
  {
    name: "missing-argument",
    shows: "缺一个必需的参数：错误结果说出缺了什么，也带上收到的参数",
    ...says(call("call-1", "set_size", { size: 1 })),
    tools: [setSize],
    evidence: 'Validation failed for tool \\"set_size\\":\\n  - unit: must have required properties unit',
  },
  {
    name: "two-invalid-arguments",
    shows: "两处不合 schema：一次全说出来",
    ...says(call("call-1", "set_size", { size: "大", unit: ["px"] })),
    tools: [setSize],
    evidence: "  - size: must be number\\n  - unit: must be string",
  },
  {
    name: "extra-argument",
    shows: "schema 不许多余的参数：不通过",
    ...says(call("call-1", "set_size", { size: 1, more: true })),
    tools: [
      tool("set_size", show, { parameters: { ...object({ size: { type: "number" } }), additionalProperties: false } }),
    ],
    evidence: "must not have additional properties",
  },
];
