import { call } from "../../shared/script.ts";
import type { Scenario, ScenarioHooks } from "../play/scenario.ts";
import { echo, object, remove, says } from "./props.ts";

const hi = says(call("call-1", "echo", { text: "hi" }));
const rm = says(call("call-1", "remove", { path: "/home/me" }));

/** Says that it was asked, and lets everything through. */
const watching: ScenarioHooks = {
  before({ name }, _world, say) {
    say("before", name);
    return undefined;
  },
  after({ name }, { text, isError }, _world, say) {
    say("after", `${name} ${isError ? "失败" : "成功"}：${text}`);
    return undefined;
  },
};

const blocking = (reason?: string): ScenarioHooks => ({
  ...watching,
  before: () => ({ block: true, ...(reason !== undefined && { reason }) }),
});

/** The before hook: it decides, it fails, it changes what it was shown. */
export const BEFORE_HOOKS: Scenario[] = [
  {
    name: "hooks-let-through",
    shows: "before、工具、after 依次运行，什么也不改",
    ...hi,
    tools: [echo],
    hooks: watching,
    evidence: '[after] {"text":"echo 成功：hi"}',
    inOrder: ["tool_execution_start call-1", "[before]", "[after]", "tool_execution_end call-1"],
  },
  {
    name: "blocked",
    shows: "before 拦下：工具和 after 都不运行，原因成为错误结果",
    ...rm,
    tools: [remove],
    hooks: blocking("不许删家目录"),
    evidence: '"text":"不许删家目录"}],"details":{}},"isError":true',
    absent: "[after]",
  },
  {
    name: "blocked-one-of-two",
    shows: "两次调用只拦一次：另一次照样运行",
    ...says(call("call-1", "remove", { path: "a" }), call("call-2", "echo", { text: "hi" })),
    tools: [remove, echo],
    hooks: { before: ({ name }) => (name === "remove" ? { block: true, reason: "不许删" } : undefined) },
    evidence: ["工具说：hi", "不许删"],
    absent: "[remove]",
  },
  {
    name: "blocked-without-reason",
    shows: "拦下而不说原因：用默认的说法",
    ...rm,
    tools: [remove],
    hooks: blocking(),
    needs: ["bare block"],
    evidence: '"text":"Tool execution was blocked"',
    absent: "[remove]",
  },
  {
    name: "blocked-with-empty-reason",
    shows: "原因是空字符串：也用默认的说法",
    ...rm,
    tools: [remove],
    hooks: blocking(""),
    needs: ["bare block"],
    evidence: '"text":"Tool execution was blocked"',
  },
  {
    name: "before-throws",
    shows: "before 抛错：工具不运行，错误成为结果",
    ...rm,
    tools: [remove],
    hooks: {
      before: () => {
        throw new Error("rules file is unreadable");
      },
    },
    evidence: '"text":"rules file is unreadable"}],"details":{}},"isError":true',
    absent: "[remove]",
  },
  {
    name: "before-throws-no-error",
    shows: "before 抛出来的不是 Error：转成文字",
    ...rm,
    tools: [remove],
    hooks: {
      before: () => {
        throw "no rules";
      },
    },
    evidence: '"text":"no rules"}],"details":{}},"isError":true',
    absent: "[remove]",
  },
  {
    name: "before-not-asked-for-unknown",
    shows: "工具不存在，before 不会被问到",
    ...says(call("call-1", "banana")),
    tools: [echo],
    hooks: watching,
    evidence: "Tool banana not found",
    absent: "[before]",
  },
  {
    name: "before-not-asked-for-invalid",
    shows: "参数不合 schema，before 不会被问到",
    ...hi,
    tools: [{ ...echo, parameters: object({ text: { type: "array", items: {} } }) }],
    hooks: watching,
    evidence: "  - text: must be array",
    absent: "[before]",
  },
];
