import { test } from "vitest";
import { executeToolCall, type ToolHooks } from "#s05/hooks.ts";
import { ToolRegistry } from "#s05/tools.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";

const READ = "README.md「解决方案」里的表和图";
const call = { id: "call-1", name: "echo", arguments: {} };
/** What the handler returns. */
const SECRET = fresh("密");

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
      return SECRET;
    },
  });
  const { content } = executeToolCall(registry, both(named("first", first), named("second", second)), call);
  return { asked, content };
}

function mark(word: string): ToolHooks {
  return { beforeToolCall: () => ({ type: "allow" }), afterToolCall: (_call, result) => `${result} ${word}` };
}

function expectUnasked(why: string, asked: string[]): void {
  expectSame(asked.includes("second 的 before"), false, () => ({
    saw: `${why}，second 的 before 还是被问到了：${asked.join("、")}。`,
    should: "一组拦下或抛错，就不再往下：后一组可能会去问人，问一件不会做的事。",
    read: "README.md「解决方案」里的图",
  }));
}

test("both are asked, in order", async () => {
  const [one, two] = [fresh(), fresh()];
  const { asked, content } = await through(mark(one), mark(two));
  expectSame(asked, ["first 的 before", "second 的 before", "handler", "first 的 after", "second 的 after"], () => ({
    saw: `两组都放行，依次轮到的是：${asked.join("、") || "一个也没有"}。`,
    should: "两个 before 都问，再执行，再依次经过两个 after，都是 first 在先。",
    read: READ,
  }));
  expectSame(content, `${SECRET} ${one} ${two}`, () => ({
    saw: `handler 返回 ${SECRET}，first 在后面加 ${one}，second 加 ${two}，结果是「${content}」。`,
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
    if (name === "first") expectUnasked("first 已经拦下", asked);
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
    if (pair[0] === broken) expectUnasked("first 已经抛错", asked);
  }
});

test("whatever else a hook answers lets nothing through", async () => {
  // No type checker runs before a case does.
  const late = { beforeToolCall: async () => ({ type: "allow" }) } as unknown as ToolHooks;
  for (const pair of [[late, mark("x")] as const, [mark("x"), late] as const]) {
    const { asked } = await through(...pair);
    expectSame(asked.includes("handler"), false, () => ({
      saw: "一个 before 写成了 async，答复是一个 Promise，handler 还是执行了。",
      should: "只有答 allow，或者什么也没有答，才放行；其他任何答复都算拒绝。",
      read: "README.md「工作原理」里的三段接成一条",
    }));
    if (pair[0] === late) expectUnasked("first 的 before 答的是一个 Promise", asked);
  }
  const silent = { afterToolCall: () => undefined } as unknown as ToolHooks;
  for (const pair of [[silent, {}] as const, [{}, silent] as const, [silent, mark("x")] as const]) {
    const { content } = await through(...pair);
    expectSame(content.includes(SECRET), false, () => ({
      saw: `一个 after 忘了 return，结果是「${content}」，handler 返回的原文在里面。`,
      should: "after 什么也没有交出来，就没有洗干净的结果，不能换回原来的。",
      read: "README.md「工作原理」里的「钩子自己出错怎么办」",
    }));
  }
});

test("an after hook that throws takes the place of the result, and what it answers counts, empty or not", async () => {
  const words = fresh("读不懂");
  const broken: ToolHooks = {
    afterToolCall() {
      throw new Error(words);
    },
  };
  for (const pair of [[broken, mark("x")] as const, [mark("x"), broken] as const]) {
    const { content } = await through(...pair);
    expectSame(content, `error: ${words}`, (seen) => ({
      saw: `一个 after 抛出「${words}」，结果是「${String(seen)}」。`,
      should: "没能洗干净的不能交出去：after 抛错，由它的错误顶替结果。both 不用接住它。",
      read: "README.md「工作原理」里的「钩子自己出错怎么办」",
    }));
  }
  const emptied = [
    (await through({ afterToolCall: () => "" }, {})).content,
    (await through({ afterToolCall: () => "" }, mark("x"))).content,
  ];
  expectSame(emptied, ["", " x"], () => ({
    saw: `first 的 after 交出空字符串，second 空着、在后面加 x，结果是 ${JSON.stringify(emptied)}。`,
    should: "after 交出什么就是什么，空的也算，不能换回原来的。",
    read: READ,
  }));
});

test("each hook is handed the call", async () => {
  const { both } = await answer<typeof import("./starter.ts")>();
  const handed: unknown[] = [];
  const noting: ToolHooks = {
    beforeToolCall: (one) => (handed.push(structuredClone(one)), { type: "allow" }),
    afterToolCall: (one, result) => (handed.push(structuredClone(one)), result),
  };
  const hooks = both(noting, noting);
  hooks.beforeToolCall?.(call);
  hooks.afterToolCall?.(call, "hi");
  expectSame<unknown>(handed, [call, call, call, call], () => ({
    saw: `四个钩子收到的调用是 ${JSON.stringify(handed)}。`,
    should: "四个钩子收到的都是那个调用，一个字段不少。",
    read: "hooks.ts 的 ToolHooks",
  }));
});

test("places may be left empty", async () => {
  const word = fresh();
  const seen = [
    (await through({}, mark(word))).content,
    (await through(mark(word), {})).content,
    (await through({}, {})).content,
  ];
  expectSame(seen, [`${SECRET} ${word}`, `${SECRET} ${word}`, SECRET], () => ({
    saw: `first 空着、second 空着、两组都空着，结果依次是 ${JSON.stringify(seen)}。`,
    should: "空着的插口等于放行，结果原样通过。",
    read: READ,
  }));
});
