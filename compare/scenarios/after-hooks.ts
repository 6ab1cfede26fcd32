import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { echo, says, tool } from "./props.ts";

const hi = says(call("call-1", "echo", { text: "hi" }));

const failing = tool("read", () => {
  throw new Error("no such file");
});

const detailed = tool("read", () => ({
  content: [{ type: "text", text: "两行" }],
  details: { lines: 2 },
  usage: { input: 3 },
  terminate: true,
}));

/** The after hook replaces a result field by field. */
export const AFTER_HOOKS: Scenario[] = [
  {
    name: "after-content",
    shows: "after 换掉内容：事件、transcript、请求里都只有换过的",
    ...says(call("call-1", "env")),
    tools: [tool("env", () => "TOKEN=sk-secret")],
    hooks: { after: (_call, { text }) => ({ text: text.replace("sk-secret", "***") }) },
    evidence: "工具说：TOKEN=***",
    absent: "sk-secret",
  },
  {
    name: "after-details",
    shows: "after 只换 details：内容留着",
    ...says(call("call-1", "read")),
    tools: [tool("read", () => ({ content: [{ type: "text", text: "两行" }], details: { lines: 2, path: "a" } }))],
    hooks: { after: () => ({ details: { lines: 3 } }) },
    needs: ["blocks"],
    evidence: '"content":[{"type":"text","text":"两行"}],"details":{"lines":3},"isError":false',
  },
  {
    name: "after-is-error",
    shows: "after 判定成功的结果其实是失败",
    ...hi,
    tools: [echo],
    hooks: { after: () => ({ isError: true }) },
    needs: ["blocks"],
    evidence: '"content":[{"type":"text","text":"hi"}],"details":{},"isError":true',
  },
  {
    name: "after-clears-error",
    shows: "after 判定失败不算失败",
    ...says(call("call-1", "read")),
    tools: [failing],
    hooks: { after: () => ({ isError: false }) },
    needs: ["blocks"],
    evidence: '"text":"no such file"}],"details":{},"isError":false',
  },
  {
    name: "after-usage",
    shows: "after 换掉用量",
    ...says(call("call-1", "read")),
    tools: [detailed],
    hooks: { after: () => ({ usage: { input: 9 }, terminate: false }) },
    needs: ["blocks", "terminate"],
    evidence: '"details":{"lines":2},"usage":{"input":9},"isError":false',
  },
  {
    name: "after-null-keeps",
    shows: "after 把 details 说成 null：等于没说，原来的留着",
    ...says(call("call-1", "read")),
    tools: [detailed],
    hooks: {
      after(_call, _outcome, _world, say) {
        say("after", "null");
        return { details: null, terminate: false };
      },
    },
    needs: ["blocks", "terminate"],
    evidence: [
      'transcript 3 toolResult call-1 {"role":"toolResult","toolCallId":"call-1","toolName":"read","content":[{"type":"text","text":"两行"}],"details":{"lines":2}',
      "[after]",
    ],
  },
  {
    name: "after-on-error",
    shows: "工具抛错，after 照样运行，看到错误的文字",
    ...says(call("call-1", "read")),
    tools: [failing],
    hooks: {
      after(_call, { text }, _world, say) {
        say("after", text);
        return { text: `文件没了（${text}）` };
      },
    },
    evidence: "工具说：文件没了（no such file）",
  },
  {
    name: "after-throws",
    shows: "after 抛错：错误顶替结果，原来的不外流",
    ...says(call("call-1", "env")),
    tools: [tool("env", () => "TOKEN=sk-secret")],
    hooks: {
      after: () => {
        throw new Error("cannot redact");
      },
    },
    evidence: '"result":{"content":[{"type":"text","text":"cannot redact"}],"details":{}},"isError":true',
    absent: "sk-secret",
  },
  {
    name: "after-throws-no-error",
    shows: "after 抛出来的不是 Error：转成文字",
    ...hi,
    tools: [echo],
    hooks: {
      after: () => {
        throw "no filter";
      },
    },
    evidence: '"text":"no filter"}],"details":{}},"isError":true',
  },
  {
    name: "after-throws-for-one",
    shows: "两次调用，after 只在一次上抛错：另一次的结果留着",
    ...says(call("call-1", "echo", { text: "一" }), call("call-2", "echo", { text: "二" })),
    tools: [echo],
    hooks: {
      after({ id }) {
        if (id === "call-1") throw new Error("cannot redact");
        return undefined;
      },
    },
    evidence: ["工具说：二", "cannot redact"],
    inOrder: ["transcript 3 toolResult call-1", "transcript 4 toolResult call-2"],
  },
];
