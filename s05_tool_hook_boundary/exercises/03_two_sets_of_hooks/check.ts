import { test } from "vitest";
import { executeToolCall, type ToolHooks } from "#s05/hooks.ts";
import { ToolRegistry } from "#s05/tools.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";

const READ = "README.md「解决方案」里的表和图";
const call = { id: "call-1", name: "echo", arguments: {} };

/** Runs one call through `both(first, second)`; who was asked, in order, and the text of the result. */
async function through(first: ToolHooks, second: ToolHooks): Promise<{ asked: string[]; content: string }> {
  const { both } = await answer<typeof import("./starter.ts")>();
  const asked: string[] = [];
  const named = (name: string, { beforeToolCall, afterToolCall }: ToolHooks): ToolHooks => ({
    ...(beforeToolCall && {
      beforeToolCall(one) {
        asked.push(`${name} 的 before`);
        return beforeToolCall(one);
      },
    }),
    ...(afterToolCall && {
      afterToolCall(one, result) {
        asked.push(`${name} 的 after`);
        return afterToolCall(one, result);
      },
    }),
  });
  const registry = new ToolRegistry();
  registry.register({
    spec: { name: "echo", description: "" },
    handler: () => {
      asked.push("handler");
      return "hi";
    },
  });
  const { content } = executeToolCall(registry, both(named("first", first), named("second", second)), call);
  return { asked, content };
}

function mark(word: string): ToolHooks {
  return { beforeToolCall: () => ({ type: "allow" }), afterToolCall: (_call, result) => `${result} ${word}` };
}

test("both are asked, in order", async () => {
  const [one, two] = [fresh(), fresh()];
  const { asked, content } = await through(mark(one), mark(two));
  expectSame(asked, ["first 的 before", "second 的 before", "handler", "first 的 after", "second 的 after"], () => ({
    saw: `两组都放行，依次轮到的是：${asked.join("、") || "一个也没有"}。`,
    should: "两个 before 都问，再执行，再依次经过两个 after，都是 first 在先。",
    read: READ,
  }));
  expectSame(content, `hi ${one} ${two}`, () => ({
    saw: `handler 返回 hi，first 在后面加 ${one}，second 加 ${two}，结果是「${content}」。`,
    should: "second 的 after 收到的，是 first 的 after 交出来的那一份。",
    read: READ,
  }));
});

test("whoever refuses has the last word", async () => {
  const reason = fresh("不行");
  const refuse: ToolHooks = { beforeToolCall: () => ({ type: "block", reason }) };
  for (const [name, pair] of [
    ["first", [refuse, mark("x")]],
    ["second", [mark("x"), refuse]],
  ] as const) {
    const { asked, content } = await through(...pair);
    expectSame([content, asked.includes("handler")], [`blocked: ${reason}`, false], () => ({
      saw: `${name} 拦下这次调用，handler ${asked.includes("handler") ? "还是执行了" : "没有执行"}，结果是「${content}」。`,
      should: "两组里有一组拦下，就不执行，结果写明那一组的原因。",
      read: READ,
    }));
  }
});

test("a before hook that throws refuses", async () => {
  const words = fresh("坏了");
  const broken: ToolHooks = {
    beforeToolCall() {
      throw new Error(words);
    },
  };
  for (const pair of [[broken, mark("x")] as const, [mark("x"), broken] as const]) {
    const { asked, content } = await through(...pair);
    expectSame([content, asked.includes("handler")], [`error: ${words}`, false], () => ({
      saw: `一个 before 抛出「${words}」，handler ${asked.includes("handler") ? "还是执行了" : "没有执行"}，结果是「${content}」。`,
      should: "before 抛错等于拒绝。both 不用接住它，executeToolCall 会。",
      read: "README.md「工作原理」里的「钩子自己出错怎么办」",
    }));
  }
});

test("places may be left empty", async () => {
  const word = fresh();
  const seen = [
    (await through({}, mark(word))).content,
    (await through(mark(word), {})).content,
    (await through({}, {})).content,
  ];
  expectSame(seen, [`hi ${word}`, `hi ${word}`, "hi"], () => ({
    saw: `first 空着、second 空着、两组都空着，结果依次是 ${JSON.stringify(seen)}。`,
    should: "空着的插口等于放行，结果原样通过。",
    read: READ,
  }));
});
