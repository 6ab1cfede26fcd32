import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s09/agent-loop.ts";
import type { AgentTool } from "#s09/tools.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const MUTATED = "README.md「工作原理」里的「钩子收到一个对象」，末尾讲怎样相处的两条";

/** Plays one call on the unchanged loop; what the tools got, the text of the result, and the call as hooks see it. */
async function played(settings: Record<string, unknown>, name: string, written: Record<string, unknown>) {
  const { laidOver } = await answer<typeof import("./starter.ts")>();
  const got: unknown[] = [];
  const words: { before?: unknown; after?: unknown } = {};
  const tool = (called: string, prepareArguments?: AgentTool["prepareArguments"]): AgentTool => ({
    name: called,
    label: called,
    description: "",
    parameters: Type.Object({ path: Type.String(), from: Type.Integer(), count: Type.Integer() }),
    ...(prepareArguments && { prepareArguments }),
    async execute(_toolCallId, params) {
      got.push(structuredClone(params));
      return { content: [{ type: "text", text: "done" }], details: {} };
    },
  });
  const prepared = tool("read_lines", (args) => {
    const { lines, ...rest } = args as Record<string, unknown>;
    if (lines === undefined) throw new Error("lines is missing");
    const [from, to] = String(lines).split("-").map(Number);
    return { ...rest, from, count: Number(to) - Number(from) + 1 };
  });
  const hooks = laidOver("read_lines", settings);
  const added = await runAgentLoop(
    [userMessage("读文件")],
    { systemPrompt: "", messages: [], tools: [prepared, tool("tail")] },
    {
      ...hooks,
      model: stageModel("model-a"),
      convertToLlm: (messages) => messages,
      async beforeToolCall(context) {
        words.before = structuredClone(context.toolCall.arguments);
        const decision = await hooks.beforeToolCall?.(context);
        words.after = structuredClone(context.toolCall.arguments);
        return decision;
      },
    },
    () => {},
    undefined,
    scriptedStream([[call("call-1", name, written)], [text("好")]]).streamFn,
  );
  const result = added.find((message) => message.role === "toolResult");
  const [block] = result?.content ?? [];
  const said = block?.type === "text" ? block.text : "";
  const did = got.length > 0 ? `${name} 收到 ${JSON.stringify(got[0])}` : `${name} 没有执行，结果是「${said}」`;
  return { got: got[0], did, words, isError: result?.isError, said };
}

test("the setting takes the place of what the model wrote, in the type that the tool asked for", async () => {
  const path = fresh("src/");
  const { got, did } = await played({ count: "5" }, "read_lines", { path, lines: "11-110" });
  expectSame<unknown>(got, { path, from: 11, count: 5 }, () => ({
    saw: `模型要读第 11 到 110 行，设置是 {"count":"5"}，${did}。`,
    should: `工具收到 {"path":"${path}","from":11,"count":5}：别的字段不变，文字 "5" 照 schema 转换成整数。`,
    read: MUTATED,
  }));
});

test("a setting that the tool cannot take refuses the call", async () => {
  const wrong = fresh("五");
  const { got, did, said, isError } = await played({ count: wrong }, "read_lines", { path: "a", lines: "1-3" });
  if (got !== undefined || isError !== true) {
    throw verdict({
      saw: `设置是 {"count":"${wrong}"}，调用没有失败：${did}。`,
      should: "改过的参数不合 schema，就不执行：抛错等于拦下。",
      read: MUTATED,
    });
  }
  if (!said.includes("count")) {
    throw verdict({
      saw: `设置是 {"count":"${wrong}"}，调用拦下了，模型读到的却是「${said}」。`,
      should: "结果写明哪个字段不合 schema，就像模型自己写错了一样。",
      read: "validate.ts 的 validateToolArguments，它抛出的错误里都有",
    });
  }
});

test("several settings at once", async () => {
  const path = fresh("src/");
  const { got, did } = await played({ path, from: 7 }, "read_lines", { path: "a", lines: "1-3" });
  expectSame<unknown>(got, { path, from: 7, count: 3 }, () => ({
    saw: `设置是 {"path":"${path}","from":7}，${did}。`,
    should: "settings 里有几项就换几项，其余的照 before 收到的 args。",
    read: MUTATED,
  }));
});

test("other tools, and the words of the model, stay as they are", async () => {
  const written = { path: fresh("src/"), from: 1, count: 3 };
  const { got, did } = await played({ count: 5 }, "tail", written);
  expectSame<unknown>(got, written, () => ({
    saw: `设置是给 read_lines 的，模型调用的是 tail：${did}。`,
    should: "别的工具的参数不动。",
    read: "hooks.ts 的 BeforeToolCallContext",
  }));
  const { words } = await played({ count: 5 }, "read_lines", { path: "a", lines: "1-3" });
  expectSame(words.after, words.before, () => ({
    saw: `问 before 之前，toolCall.arguments 是 ${JSON.stringify(words.before)}，之后成了 ${JSON.stringify(words.after)}。`,
    should: "toolCall 里是模型的原话，钩子只动 args。",
    read: "hooks.ts 的 BeforeToolCallContext",
  }));
});

test("each call has its own arguments", async () => {
  const { laidOver } = await answer<typeof import("./starter.ts")>();
  const got: unknown[] = [];
  const tool: AgentTool = {
    name: "read_lines",
    label: "",
    description: "",
    parameters: Type.Object({ path: Type.String(), count: Type.Integer() }),
    async execute(_toolCallId, params) {
      got.push(structuredClone(params));
      return { content: [{ type: "text", text: "done" }], details: {} };
    },
  };
  const settings = { count: 5 };
  const paths = [fresh("a/"), fresh("b/")];
  await runAgentLoop(
    [userMessage("读两个文件")],
    { systemPrompt: "", messages: [], tools: [tool] },
    { ...laidOver("read_lines", settings), model: stageModel("model-a"), convertToLlm: (messages) => messages },
    () => {},
    undefined,
    scriptedStream([paths.map((path) => call(fresh("call-"), "read_lines", { path, count: 9 })), [text("好")]])
      .streamFn,
  );
  expectSame<unknown>([got, settings], [paths.map((path) => ({ path, count: 5 })), { count: 5 }], () => ({
    saw: `两个调用读 ${paths.join(" 和 ")}，设置是 {"count":5}，工具收到 ${JSON.stringify(got)}，设置成了 ${JSON.stringify(settings)}。`,
    should: "设置从头到尾不变，每个调用只换掉设置里有的几项。",
    read: MUTATED,
  }));
});
