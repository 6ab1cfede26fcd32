import { call, fragments } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { says, setSize } from "./props.ts";

/** Arguments as they arrive, and what is made of them before they are checked. */
export const ARGUMENTS: Scenario[] = [
  {
    name: "coerced",
    shows: "数字写成了字符串，字符串写成了数字：转换后通过，transcript 里还是模型写的",
    ...says(call("call-1", "set_size", { size: "12", unit: 7 })),
    tools: [setSize],
    evidence: '工具说：{\\"size\\":12,\\"unit\\":\\"7\\"}',
    inOrder: [
      'transcript 2 assistant {"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"set_size","arguments":{"size":"12","unit":7}}]',
    ],
  },
  {
    name: "null-coerced",
    shows: "null 也被转换：数字变成 0，字符串变成空的",
    ...says(call("call-1", "set_size", { size: null, unit: null })),
    tools: [setSize],
    evidence: '工具说：{\\"size\\":0,\\"unit\\":\\"\\"}',
  },
  {
    name: "not-coercible",
    shows: "转换不了的值：校验不通过",
    ...says(call("call-1", "set_size", { size: "十二", unit: "px" })),
    tools: [setSize],
    evidence: "  - size: must be number",
  },
  {
    name: "null-arguments",
    shows: "整个参数是 null：校验不通过，transcript 里仍是 null",
    ...says(fragments("call-1", "set_size", ["null"], null)),
    tools: [setSize],
    evidence: "  - root: must be object",
    inOrder: [
      'transcript 2 assistant {"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"set_size","arguments":null}]',
    ],
  },
  {
    name: "empty-arguments",
    shows: "参数一段也没有来：厂商那一层给出空对象，校验说缺了什么",
    ...says(fragments("call-1", "set_size", [], {})),
    tools: [setSize],
    evidence: "  - size: must have required properties size, unit",
    absent: "toolcall_delta",
  },
  {
    name: "fragments",
    shows: "参数一段段到达，说完才运行",
    ...says(fragments("call-1", "set_size", ['{"si', 'ze":1,"unit"', ':"px"}'], { size: 1, unit: "px" })),
    tools: [setSize],
    evidence: '工具说：{\\"size\\":1,\\"unit\\":\\"px\\"}',
    inOrder: [
      "toolcall_start",
      "toolcall_delta",
      "toolcall_delta",
      "toolcall_delta",
      "toolcall_end",
      "tool_execution_start",
    ],
  },
];
