import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s11/agent-loop.ts";
import type { ToolHooks } from "#s11/hooks.ts";
import { ciPolicy } from "#s11/policies.ts";
import { anyText, type ArgumentRule } from "#s11/rules.ts";
import type { AgentTool, AgentToolResult } from "#s11/tools.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const GAP = "README.md「工作原理」里的「检查保证不了的」和「试一下」里的 swapped";

type Play = {
  args: Record<string, ArgumentRule>;
  written?: Record<string, unknown>;
  execute?: AgentTool["execute"];
  hooks?: ToolHooks;
};

const said = (words: string, details: unknown = {}): AgentToolResult => ({
  content: [{ type: "text", text: words }],
  details,
});

function raise(words: string): never {
  throw new Error(words);
}

/** Plays one call to the wrapped tool on the unchanged loop; what it ran with, and the result. */
async function played({ args, written = { path: "notes.md" }, execute, hooks = {} }: Play) {
  const { checkedAgain } = await answer<typeof import("./starter.ts")>();
  const ran: { toolCallId: string; params: unknown }[] = [];
  const tool: AgentTool = {
    name: "read",
    label: "读文件",
    description: "",
    parameters: Type.Object({ path: Type.String(), as: Type.Optional(Type.String()) }),
    prepareArguments(old) {
      const { file, ...rest } = old as Record<string, unknown>;
      return file === undefined ? old : { ...rest, path: file };
    },
    async execute(toolCallId, params) {
      ran.push({ toolCallId, params: structuredClone(params) });
      return execute ? execute(toolCallId, params) : said("done");
    },
  };
  const id = fresh("call-");
  const added = await runAgentLoop(
    [userMessage("看看笔记")],
    { systemPrompt: "", messages: [], tools: [checkedAgain(tool, args)] },
    { model: stageModel("model-a"), convertToLlm: (messages) => messages, ...hooks },
    () => {},
    undefined,
    scriptedStream([[call(id, "read", written)], [text("好")]]).streamFn,
  );
  const result = added.find((message) => message.role === "toolResult");
  const [block] = result?.content ?? [];
  return { id, ran, result, words: block?.type === "text" ? block.text : "" };
}

test("what changed after the policy looked keeps the tool from running", async () => {
  const [secret, reason] = [fresh("sk-"), fresh("leads outside ")];
  let swapped = false;
  const path: ArgumentRule = () => (swapped ? reason : undefined);
  const policy = ciPolicy([{ name: "读项目里的文件", tool: "read", access: "read", args: { path } }]);
  const { ran, result, words } = await played({
    args: { path },
    execute: async () => said(swapped ? secret : "待办"),
    hooks: {
      async beforeToolCall(context) {
        const decision = await policy(context);
        swapped = true;
        return decision;
      },
    },
  });
  if (ran.length > 0) {
    throw verdict({
      saw: `策略刚放行，文件就被换掉了；工具还是执行，结果是「${words}」。`,
      should: "工具在执行的前一刻自己再判断一次，这时判断已经不通过，就不执行。",
      read: GAP,
    });
  }
  if (!result?.isError || !words.includes(reason) || !words.includes("path")) {
    throw verdict({
      saw: `没有执行，结果是「${words}」，isError 是 ${String(result?.isError)}。`,
      should: `结果是失败，写明是哪个参数（path）和判断函数给的原因「${reason}」。`,
      read: "rules.ts 的 whyNot",
    });
  }
});

test("what passes runs as before", async () => {
  const [words, path] = [fresh("待办"), fresh("notes-")];
  const details = { lines: 3 };
  const one = await played({
    args: { path: anyText },
    written: { file: path },
    execute: async () => said(words, details),
  });
  const seen = { ran: one.ran, words: one.words, details: one.result?.details, isError: one.result?.isError };
  expectSame<unknown>(
    seen,
    { ran: [{ toolCallId: one.id, params: { path } }], words, details, isError: false },
    () => ({
      saw: `判断通过，得到的是 ${JSON.stringify(seen)}。`,
      should: `工具执行一次，收到同一个 id 和 {"path":"${path}"}，交出的结果原样返回；别的字段，例如 prepareArguments，也都还在。`,
      read: "tools.ts 的 AgentTool",
    }),
  );
  const broken = await played({ args: { path: anyText }, execute: () => Promise.reject(new Error(words)) });
  expectSame([broken.words, broken.result?.isError], [words, true], () => ({
    saw: `工具自己抛出「${words}」，结果是「${broken.words}」。`,
    should: "工具的失败还是它的失败。",
    read: "tools.ts 的 AgentTool，讲 execute 的一句",
  }));
});

test("every argument is judged, also one that was left out", async () => {
  const reason = fresh("must be said ");
  const asked: unknown[] = [];
  const as: ArgumentRule = (value) => {
    asked.push(value);
    return value === undefined ? reason : undefined;
  };
  const { ran, words } = await played({ args: { path: anyText, as } });
  if (ran.length > 0 || !words.includes(reason)) {
    throw verdict({
      saw: `as 的判断函数拒绝没有写的值，${asked.length === 0 ? "没有人问它" : `它收到 ${JSON.stringify(asked[0]) ?? "undefined"}`}，结果是「${words}」。`,
      should: "给了几个判断函数就判断几个；调用没带的参数，照样用 undefined 去问。",
      read: "README.md「工作原理」里的「规则要认得整个调用，才许可它」",
    });
  }
});

test("only undefined lets a call pass", async () => {
  const broke = fresh("unreadable ");
  const judgements: [string, ArgumentRule, string][] = [
    ["给的原因是空字符串", () => "", "返回 undefined 才是通过；别的都是不通过，哪怕原因是空的。"],
    [`抛出「${broke}」`, () => raise(broke), "查不了，就不执行。"],
  ];
  for (const [what, path, should] of judgements) {
    const { ran, result } = await played({ args: { path } });
    expectSame([ran.length, result?.isError], [0, true], () => ({
      saw: `判断函数${what}，工具执行了 ${ran.length} 次，结果的 isError 是 ${String(result?.isError)}。`,
      should,
      read: "rules.ts 的 ArgumentRule",
    }));
  }
});

test("nothing comes between the judgement and the tool", async () => {
  let swapped = false;
  const { words } = await played({
    args: {
      path() {
        queueMicrotask(() => (swapped = true));
        return undefined;
      },
    },
    execute: async () => said(swapped ? "换掉以后的" : "原来的"),
  });
  expectSame(words, "原来的", () => ({
    saw: "判断以后、执行以前隔了一个 await，别的代码趁这一下把文件换掉了。",
    should: "判断完立刻执行，中间一个 await 也没有：这个程序里的别的代码就插不进来。",
    read: GAP,
  }));
});

test("the rest of a tool stays, and the tool itself", async () => {
  const { checkedAgain } = await answer<typeof import("./starter.ts")>();
  const tool: AgentTool = {
    name: fresh("read_"),
    label: fresh("读"),
    description: fresh("说明"),
    parameters: Type.Object({ path: Type.String() }),
    executionMode: "sequential",
    execute: async () => said("done"),
  } as AgentTool;
  const before = { ...tool };
  const wrapped = checkedAgain(tool, { path: () => "no" });
  const kept = Object.keys(before).filter((key) => key !== "execute");
  const of = (one: AgentTool) => kept.map((key) => one[key as keyof AgentTool]);
  expectSame<unknown>([of(wrapped), tool.execute], [of(before as AgentTool), before.execute], () => ({
    saw: `包过以后，${kept.join("、")} 里有的变了，或者原来那个工具的 execute 被换掉了。`,
    should: "交出一个新工具：只有它的 execute 不同，别的照旧；原来的工具别处还要用。",
    read: "tools.ts 的 AgentTool",
  }));
});
