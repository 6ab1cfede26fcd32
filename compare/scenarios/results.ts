import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { echo, says, tool } from "./props.ts";

const pixel = { type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" };

/** All that a tool can return or throw. */
export const RESULTS: Scenario[] = [
  {
    name: "tool-throws",
    shows: "工具抛错：变成一条 isError 的结果，循环继续",
    ...says(call("call-1", "read")),
    tools: [
      tool("read", () => {
        throw new Error("no such file: app.log");
      }),
    ],
    evidence: '"result":{"content":[{"type":"text","text":"no such file: app.log"}],"details":{}},"isError":true',
  },
  {
    name: "tool-throws-no-error",
    shows: "抛出来的不是 Error：转成文字",
    ...says(call("call-1", "read")),
    tools: [
      tool("read", () => {
        throw 404;
      }),
    ],
    evidence: "工具说：404",
  },
  {
    name: "one-throws-one-returns",
    shows: "两次调用里一次抛错：另一次不受影响",
    ...says(call("call-1", "read"), call("call-2", "echo", { text: "hi" })),
    tools: [
      echo,
      tool("read", () => {
        throw new Error("no such file");
      }),
    ],
    evidence: ["工具说：hi", "no such file"],
    inOrder: ["message_end toolResult call-1", "message_end toolResult call-2"],
  },
  {
    name: "looks-like-error",
    shows: "一条诚实的结果恰好以 error: 开头：isError 是 false",
    ...says(call("call-1", "tail")),
    tools: [tool("tail", () => "error: disk full")],
    evidence: '"text":"error: disk full"}],"details":{}},"isError":false',
  },
  {
    name: "image-result",
    shows: "结果里有图片：原样回到请求",
    ...says(call("call-1", "shot")),
    tools: [tool("shot", () => ({ content: [{ type: "text", text: "一张图" }, pixel] }))],
    needs: ["blocks"],
    evidence: '"toolName":"shot","content":[{"type":"text","text":"一张图"},{"type":"image"',
    inOrder: ["tool_execution_end call-1", "request 2", '"data":"iVBORw0KGgo=","mimeType":"image/png"'],
  },
  {
    name: "details",
    shows: "details 给界面看：在事件和 transcript 里",
    ...says(call("call-1", "read")),
    tools: [tool("read", () => ({ content: [{ type: "text", text: "两行" }], details: { lines: 2 } }))],
    needs: ["blocks"],
    evidence:
      'transcript 3 toolResult call-1 {"role":"toolResult","toolCallId":"call-1","toolName":"read","content":[{"type":"text","text":"两行"}],"details":{"lines":2}',
  },
  {
    name: "usage-and-added-tools",
    shows: "结果带着用量和它装上的工具名：写进结果消息",
    ...says(call("call-1", "install")),
    tools: [
      tool("install", () => ({
        content: [{ type: "text", text: "装好了" }],
        usage: { input: 3 },
        addedToolNames: ["shout"],
      })),
    ],
    needs: ["blocks"],
    evidence: '"usage":{"input":3},"addedToolNames":["shout"],"isError":false',
  },
  {
    name: "no-content",
    shows: "结果没有 content：消息里补成空的，事件里照旧",
    ...says(call("call-1", "quiet")),
    tools: [tool("quiet", () => ({ details: { quiet: true } }))],
    needs: ["blocks"],
    evidence: '"toolName":"quiet","content":[],"details":{"quiet":true}',
  },
];
