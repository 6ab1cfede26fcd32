import { test } from "vitest";
import type { ToolHooks } from "#s05/hooks.ts";
import { ToolRegistry, type ToolHandler } from "#s05/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里的「钩子自己出错怎么办」";

function throwing(words: string): never {
  throw new Error(words);
}

/** The text of the result of one call, and what was asked on the way. */
async function resultOf(handler: ToolHandler, hooks: ToolHooks): Promise<string> {
  const { executeToolCall } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "read_env", description: "" }, handler });
  const id = fresh("call-");
  const result = executeToolCall(registry, hooks, { id, name: "read_env", arguments: {} });
  expectSame(result.toolCallId, id, (seen) => ({
    saw: `调用的 id 是 ${id}，结果的 toolCallId 却是 ${String(seen)}。`,
    should: "结果用 toolCallId 和它的调用配对。",
    read: "hooks.ts 的 executeToolCall",
  }));
  return result.content;
}

test("an after hook that throws lets nothing out", async () => {
  const [secret, words] = [fresh("sk-"), fresh("读不懂")];
  const afterToolCall = () => throwing(words);
  const cases: [string, ToolHandler][] = [
    ["handler 返回密钥", () => `TOKEN=${secret}`],
    ["handler 抛出带密钥的错误", () => throwing(`cannot log in with ${secret}`)],
  ];
  for (const [how, handler] of cases) {
    const content = await resultOf(handler, { afterToolCall });
    if (content.includes(secret)) {
      throw verdict({
        saw: `${how}，after 是坏的，密钥还是出现在结果里：「${content}」。`,
        should:
          "返回的和抛出的都要经过 after；after 抛错，原来的结果就被丢掉，由它的错误顶替：没能洗干净的东西不能当作洗干净了交出去。",
        read: READ,
      });
    }
    expectSame(content, `error: ${words}`, (seen) => ({
      saw: `${how}，after 抛出「${words}」，结果是「${String(seen)}」。`,
      should: `由钩子的错误顶替结果：「error: ${words}」，模型读得到出了什么事。`,
      read: READ,
    }));
  }
});

test("an after hook that works is asked, whatever the handler did", async () => {
  const afterToolCall: ToolHooks["afterToolCall"] = (_call, result) => `<${result}>`;
  const words = fresh("结果");
  const seen = [
    await resultOf(() => words, { afterToolCall }),
    await resultOf(() => throwing(words), { afterToolCall }),
    await resultOf(() => words, {}),
  ];
  expectSame(seen, [`<${words}>`, `<error: ${words}>`, words], () => ({
    saw: `handler 返回、handler 抛错、没有 after，三种情形的结果是 ${JSON.stringify(seen)}。`,
    should: "after 的答复就是结果；handler 抛错先变成「error: 」开头的文字，也要经过 after；没有 after 就原样交出。",
    read: "README.md「工作原理」里的三段接成一条",
  }));
});

test("a before hook that refuses, or throws, keeps the handler from running", async () => {
  const words = fresh("不行");
  let ran = 0;
  const handler = () => `ran ${++ran}`;
  const seen = [
    await resultOf(handler, { beforeToolCall: () => ({ type: "block", reason: words }), afterToolCall: () => "after" }),
    await resultOf(handler, { beforeToolCall: () => throwing(words), afterToolCall: () => "after" }),
  ];
  expectSame([ran, ...seen], [0, `blocked: ${words}`, `error: ${words}`], () => ({
    saw: `before 拦下、before 抛错，handler 执行了 ${ran} 次，结果是 ${JSON.stringify(seen)}。`,
    should: "两种都不执行 handler，也不经过 after：拦下是「blocked: 原因」，抛错是「error: 原因」。",
    read: "README.md「解决方案」里的图",
  }));
});

test("the hooks are handed the call, and whatever the after hook answers is the result", async () => {
  const { executeToolCall } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "read_env", description: "" }, handler: () => fresh("sk-") });
  const call = { id: fresh("call-"), name: "read_env", arguments: { word: fresh() } };
  const handed: unknown[] = [];
  const { content } = executeToolCall(
    registry,
    {
      beforeToolCall: (one) => (handed.push(structuredClone(one)), { type: "allow" }),
      afterToolCall: (one) => (handed.push(structuredClone(one)), ""),
    },
    call,
  );
  expectSame<unknown>([handed, content], [[call, call], ""], () => ({
    saw: `after 答复的是空字符串，结果是「${content}」；两个钩子收到的调用是 ${JSON.stringify(handed)}。`,
    should: "after 答什么，结果就是什么，空的也算：它可能正是要把整段都去掉。两个钩子收到的都是那个调用。",
    read: "README.md「工作原理」里的三段接成一条",
  }));
});
