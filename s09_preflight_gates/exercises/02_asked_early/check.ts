import { Type } from "typebox";
import { test } from "vitest";
import type { BeforeToolCallContext, ToolHooks } from "#s09/hooks.ts";
import type { AssistantMessage } from "#s09/messages.ts";
import type { AgentTool } from "#s09/tools.ts";
import { stageModel } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const ORDER = "README.md「解决方案」里的表和图";

/** Reads `path` and `count`; before it did, it took `file`. */
const readLines: AgentTool = {
  name: "read_lines",
  label: "读几行",
  description: "",
  parameters: Type.Object({ path: Type.String(), count: Type.Integer() }),
  prepareArguments(written) {
    const { file, ...rest } = written as Record<string, unknown>;
    return file === undefined ? written : { ...rest, path: file };
  },
  execute: async () => ({ content: [], details: {} }),
};

/** Takes one call through the gates; what came of it in one line, and what the before hook was asked. */
async function through(written: Record<string, unknown>, hooks: ToolHooks = {}, name = readLines.name) {
  const { prepareToolCall } = await answer<typeof import("./starter.ts")>();
  const toolCall = { type: "toolCall" as const, id: fresh("call-"), name, arguments: structuredClone(written) };
  const asked: BeforeToolCallContext[] = [];
  const reply = { role: "assistant", content: [toolCall] } as unknown as AssistantMessage;
  let handed: boolean[] = [];
  const run = {
    context: { systemPrompt: "", messages: [], tools: [readLines] },
    config: {
      model: stageModel("model-a"),
      convertToLlm: () => [],
      beforeToolCall: async (context: BeforeToolCallContext) => {
        asked.push(structuredClone({ ...context, context: { systemPrompt: "", messages: [] } }));
        handed = [context.assistantMessage === reply, context.context === run.context];
        return hooks.beforeToolCall?.(context);
      },
    },
    emit: () => {},
    signal: undefined,
    streamFn: () => Promise.reject(new Error("nobody asked")),
    newMessages: [],
  };
  const outcome = await prepareToolCall(run, reply, toolCall).catch((error: unknown) => {
    throw verdict({
      saw: `模型调用 ${name}，参数是 ${JSON.stringify(written)}，prepareToolCall 抛出「${String(error)}」。`,
      should: "哪一道门没过，before 抛错也一样，都交出一条 immediate 的错误结果；抛出去，整次运行就中断了。",
      read: "preflight.ts 的 prepareToolCall",
    });
  });
  const [block] = outcome.kind === "immediate" ? outcome.result.content : [];
  const said = block?.type === "text" ? block.text : "";
  return { outcome, asked, said, kept: toolCall.arguments, handed };
}

test("the hook sees what the tool will get", async () => {
  const path = fresh("/etc/");
  const { asked, outcome, handed } = await through({ file: path, count: "3" });
  const args = outcome.kind === "prepared" ? outcome.args : undefined;
  expectSame(args, { path, count: 3 }, (seen) => ({
    saw: `模型照旧写法写了 {"file":"${path}","count":"3"}，工具将收到 ${JSON.stringify(seen)}。`,
    should: `整理、转换以后是 {"path":"${path}","count":3}，before 放行，就交给工具。`,
    read: ORDER,
  }));
  expectSame(asked[0]?.args, args, (seen) => ({
    saw: `before 看到的 args 是 ${JSON.stringify(seen)}，工具将收到的是 ${JSON.stringify(args)}。`,
    should: "看过的和执行的应当是同一份；不是同一份，按 args 判断的规则就拦不住东西。",
    read: ORDER,
  }));
  expectSame(asked[0]?.toolCall.arguments, { file: path, count: "3" }, (seen) => ({
    saw: `before 看到的 toolCall.arguments 是 ${JSON.stringify(seen)}。`,
    should: "toolCall 里是模型的原话，args 里才是整理、转换过的。",
    read: "hooks.ts 的 BeforeToolCallContext",
  }));
  const passed = outcome.kind === "prepared" ? outcome.toolCall.arguments : undefined;
  expectSame<unknown>([handed, passed], [[true, true], { file: path, count: "3" }], () => ({
    saw: `before 收到的回复${handed[0] ? "是" : "不是"}这一条，context ${handed[1] ? "是" : "不是"}运行的那一个；交出去的 toolCall.arguments 是 ${JSON.stringify(passed)}。`,
    should: "别的行为不变：before 收到回复、调用、args、context 四样；交出去的 toolCall 还是模型的原话。",
    read: "preflight.ts 的 prepareToolCall",
  }));
});

test("the hook is not asked about what cannot run", async () => {
  const words = fresh("许多");
  for (const [what, written, name] of [
    [`count 写成「${words}」`, { path: "a", count: words }, "read_lines"],
    ["没有这个工具", { path: "a", count: 3 }, fresh("tool_")],
  ] as const) {
    const { asked, outcome, said } = await through(written, {}, name);
    expectSame(asked.length, 0, () => ({
      saw: `${what}，before 还是被问到了，收到的 args 是 ${JSON.stringify(asked[0]?.args)}。`,
      should: "没过前面三道门的调用不会执行，没有什么可问；before 也就不用操心格式。",
      read: ORDER,
    }));
    if (outcome.kind !== "immediate" || !outcome.isError || !said.includes(name)) {
      throw verdict({
        saw: `${what}，得到的是 ${JSON.stringify(outcome)}。`,
        should: `一条 immediate 的错误结果，写明是 ${name} 的什么不对。`,
        read: "preflight.ts 的 prepareToolCall",
      });
    }
  }
});

test("the answer of the hook still counts", async () => {
  const [reason, words] = [fresh("不行"), fresh("坏了")];
  const hooks: [string, NonNullable<ToolHooks["beforeToolCall"]>, string][] = [
    [`拦下，原因是「${reason}」`, async () => ({ block: true, reason }), reason],
    ["拦下，没有原因", async () => ({ block: true }), "Tool execution was blocked"],
    [`抛出「${words}」`, () => Promise.reject(new Error(words)), words],
  ];
  for (const [what, beforeToolCall, wanted] of hooks) {
    const { outcome, said } = await through({ path: "a", count: 3 }, { beforeToolCall });
    expectSame([outcome.kind, said], ["immediate", wanted], () => ({
      saw: `before ${what}，得到的是 ${outcome.kind}，文字是「${said}」。`,
      should: `immediate，文字是「${wanted}」。`,
      read: "preflight.ts 的 prepareToolCall",
    }));
  }
});

test("what the hook changes reaches the tool, and not the words of the model", async () => {
  const path = fresh("tmp/");
  const { outcome, kept } = await through(
    { path: "a", count: 3 },
    {
      async beforeToolCall({ args }) {
        (args as Record<string, unknown>).path = path;
        return undefined;
      },
    },
  );
  expectSame(outcome.kind === "prepared" ? outcome.args : undefined, { path, count: 3 }, (seen) => ({
    saw: `before 把 args 的 path 改成 ${path}，工具将收到 ${JSON.stringify(seen)}。`,
    should: "args 不是副本：before 改了它，工具收到的就是改过的。",
    read: "README.md「工作原理」里的「钩子收到一个对象」",
  }));
  expectSame(kept, { path: "a", count: 3 }, (seen) => ({
    saw: `before 改的是 args，模型写的调用却成了 ${JSON.stringify(seen)}。`,
    should: "模型的原话留着不动，动的只是校验交出来的副本。",
    read: "README.md「工作原理」里的「先复制，再转换，再检查」",
  }));
});

test("what the hook changed is not taken through a gate again", async () => {
  const { outcome } = await through(
    { path: "a", count: 3 },
    {
      async beforeToolCall({ args }) {
        (args as Record<string, unknown>).count = "5";
        return undefined;
      },
    },
  );
  const args = outcome.kind === "prepared" ? outcome.args : outcome;
  expectSame<unknown>(args, { path: "a", count: "5" }, (seen) => ({
    saw: `before 把 count 改成文字 "5"，工具将收到 ${JSON.stringify(seen)}。`,
    should: "before 是最后一道门，它改过的不再校验，和 mutated 演的一样；要校验是写钩子的人的事。",
    read: "README.md「工作原理」里的「钩子收到一个对象」",
  }));
});
