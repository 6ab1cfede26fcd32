import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { echo, object, says, tool, work } from "./props.ts";

const hi = says(call("call-1", "echo", { text: "hi" }));

/** What a hook is shown of a call, and what becomes of it when the hook changes it. */
export const HOOK_ARGUMENTS: Scenario[] = [
  {
    name: "before-changes-arguments",
    shows: "before 就地改参数：工具拿到改过的，transcript 不变",
    ...hi,
    tools: [echo],
    hooks: {
      before({ arguments: args }) {
        args["text"] = "hello";
        return undefined;
      },
    },
    evidence: "工具说：hello",
    inOrder: [
      'transcript 2 assistant {"role":"assistant","content":[{"type":"toolCall","id":"call-1","name":"echo","arguments":{"text":"hi"}}]',
    ],
  },
  {
    name: "not-validated-again",
    shows: "before 把字符串改成数字：不再校验，工具收到数字",
    ...says(call("call-1", "kind", { text: "hi" })),
    tools: [tool("kind", ({ text }) => typeof text, { parameters: object({ text: { type: "string" } }) })],
    hooks: {
      before({ arguments: args }) {
        args["text"] = 1;
        return undefined;
      },
    },
    evidence: "工具说：number",
  },
  {
    name: "hook-sees-valid-arguments",
    shows: "hook 看到校验过的参数，也看得到模型写的、整条回复和 transcript",
    ...says(call("call-1", "work", { ms: "10" }), call("call-2", "work", { ms: 20 })),
    tools: [{ ...work, parameters: object({ ms: { type: "number" } }) }],
    hooks: {
      before({ id, arguments: { ms } }, _world, say, { written, calls, roles }) {
        say("before", `${id} ${JSON.stringify({ ms, written, calls, roles })}`);
        return undefined;
      },
      after({ id, arguments: { ms } }, _outcome, _world, say, { written, calls, roles }) {
        say("after", `${id} ${JSON.stringify({ ms, written, calls, roles })}`);
        return undefined;
      },
    },
    evidence: [
      'call-1 {\\"ms\\":10,\\"written\\":{\\"ms\\":\\"10\\"},\\"calls\\":2,\\"roles\\":[\\"user\\",\\"assistant\\"]}',
      '[before] {"text":"call-1 ',
      '[after] {"text":"call-1 ',
    ],
  },
];
