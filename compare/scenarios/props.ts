import { call, text } from "../../shared/script.ts";
import type { Scenario, ScenarioPart, ScenarioTool } from "../play/scenario.ts";

/** Says something to the user that the scenario does not depend on. */
export const done = text("好了。");

/** Quotes what the model was told last by a tool, so the evidence also proves that it got there. */
export const quoteResult = text(({ lastResult }) => `工具说：${lastResult}`);

/** Quotes the newest message. */
export const heard = text(({ messages }) => `听到：${messages.at(-1)?.text}`);

/** Quotes what the request says besides its messages. */
export const sees = text(({ model, systemPrompt }) => `${model}：${systemPrompt}`);

/** One input; the model says these parts in one reply, then reads the results and quotes the last one. */
export function says(...parts: ScenarioPart[]): Pick<Scenario, "inputs" | "script"> {
  return { inputs: ["请用工具"], script: [parts, [quoteResult]] };
}

/** A tool with a description that nobody reads. */
export function tool(name: string, run: ScenarioTool["run"], more: Partial<ScenarioTool> = {}): ScenarioTool {
  return { name, description: `测试用的 ${name}`, run, ...more };
}

/** Gives back a text. */
export const echo = tool("echo", ({ text: said }) => String(said));

/** Does what nobody should let it do; where it ran, the trace says so. */
export const remove = tool("remove", ({ path }, _world, say) => {
  say("remove", `rm ${String(path)}`);
  return `已删除 ${String(path)}`;
});

/** Takes as many milliseconds as its argument says, and tells when it was done. */
export const work = tool("work", ({ ms }, _world, _say, { now }) => `做完于 ${now} ms，本来要 ${String(ms)} ms`, {
  takes: ({ ms }) => Number(ms),
});

/** Three calls of `work` in one reply, which take this many milliseconds. */
export const three = (a: number, b: number, c: number): Pick<Scenario, "inputs" | "script"> =>
  says(call("call-1", "work", { ms: a }), call("call-2", "work", { ms: b }), call("call-3", "work", { ms: c }));

/** JSON Schema of an object that must have these fields. */
export function object(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties) };
}

/** Runs a tool that gives its arguments back as it got them. */
export const show = (args: Record<string, unknown>): string => JSON.stringify(args);

/** Wants a number and a string. */
export const setSize = tool("set_size", show, {
  parameters: object({ size: { type: "number" }, unit: { type: "string" } }),
});

/** The reply that a stream gives once its signal is aborted. */
export const ABORTED_REPLY = '"stopReason":"aborted","errorMessage":"Request was aborted"';

/** The line on which a user message reached the transcript. */
export const injected = (said: string): string =>
  `message_end user {"type":"message_end","message":{"role":"user","content":"${said}"}`;

/** The lines on which these calls ended. */
export const ends = (...ids: number[]): string[] => ids.map((id) => `tool_execution_end call-${id}`);

/** The lines on which the results of these calls reached the transcript. */
export const results = (...ids: number[]): string[] => ids.map((id) => `message_end toolResult call-${id}`);
