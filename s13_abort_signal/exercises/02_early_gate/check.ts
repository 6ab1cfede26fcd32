import { Type } from "typebox";
import { test } from "vitest";
import type { Run } from "#s13/context.ts";
import type { ToolHooks } from "#s13/hooks.ts";
import type { AssistantMessage, ToolCall } from "#s13/messages.ts";
import type { AgentTool } from "#s13/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel } from "#shared/props.ts";
import { scriptedStream, sendAll } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";

const READ = "README.md「工作原理」里的「第五道门」";
const tool: AgentTool = {
  name: "build",
  label: "",
  description: "",
  parameters: Type.Object({ seconds: Type.Integer() }),
  execute: async () => saying(""),
};

type Scene = { abort?: "before the call"; name?: string; args?: Record<string, unknown> };

/** What the gates say of one call: "prepared" and its arguments, or the text of its error result. */
async function said(hook: ((abort: () => void) => ReturnType<Asked>) | undefined, scene: Scene = {}): Promise<string> {
  const { prepareToolCall } = await answer<typeof import("./starter.ts")>();
  const controller = new AbortController();
  if (scene.abort) controller.abort();
  const run: Run = {
    context: { systemPrompt: "", messages: [], tools: [tool] },
    config: {
      model: stageModel(STAGE_MODEL),
      convertToLlm: sendAll,
      ...(hook && {
        beforeToolCall(told: Parameters<Asked>[0], signal?: AbortSignal) {
          handed = [
            told.assistantMessage === reply,
            told.toolCall === toolCall,
            told.context === run.context,
            told.args,
            signal === controller.signal,
          ];
          return hook(() => controller.abort());
        },
      }),
    },
    emit: () => {},
    signal: controller.signal,
    streamFn: scriptedStream([]).streamFn,
    newMessages: [],
  };
  const toolCall: ToolCall = {
    type: "toolCall",
    id: fresh("c"),
    name: scene.name ?? "build",
    arguments: scene.args ?? { seconds: "3" },
  };
  const reply = { role: "assistant", content: [toolCall] } as unknown as AssistantMessage;
  handed = [];
  const outcome = await prepareToolCall(run, reply, toolCall);
  if (outcome.kind === "prepared") return `prepared ${JSON.stringify(outcome.args)}`;
  const content = textOf(outcome.result.content);
  return outcome.isError ? content : `${content}（isError 是 false）`;
}

type Asked = NonNullable<ToolHooks["beforeToolCall"]>;

/** What the hook was handed in the last call. */
let handed: unknown[] = [];

test("the hook is handed what it was, the signal too", async () => {
  await said(async () => undefined);
  expectSame<unknown>(handed, [true, true, true, { seconds: 3 }, true], () => ({
    saw: `before 收到的 args 是 ${JSON.stringify(handed[3])}，信号${handed[4] ? "是" : "不是"}运行的那一个，回复、调用、context ${handed.slice(0, 3).every(Boolean) ? "都对" : "有的不对"}。`,
    should: "before 收到回复、调用、校验过的 args、context，另有运行的信号：会等的钩子要靠它停。",
    read: "hooks.ts 的 ToolHooks",
  }));
});

test("an abort while the hook is asked is not missed", async () => {
  const seen = await said(async (abort) => {
    await Promise.resolve();
    abort();
    return undefined;
  });
  if (seen.startsWith("prepared")) {
    throw verdict({
      saw: "用户在 before 里按了停止，before 照常返回，这个调用还是通过了预检，工具接着就会执行。",
      should: "问 before 是这段路上要等的地方，中止多半就发生在等的时候：问过以后要看信号。",
      read: READ,
    });
  }
  expectSame(seen, "Operation aborted", () => ({
    saw: `用户在 before 里按了停止，结果是「${seen}」。`,
    should: "结果是「Operation aborted」，工具不执行。",
    read: READ,
  }));
});

test("an abort goes before a block", async () => {
  const reason = fresh("今天不编译");
  const seen = await said(async (abort) => {
    abort();
    return { block: true, reason };
  });
  expectSame(seen, "Operation aborted", () => ({
    saw: `before 一边中止，一边拦下，模型读到的是「${seen}」。`,
    should: "block 说的是这一个调用，模型会去换个办法；中止的是整次运行，先说它：「Operation aborted」。",
    read: READ,
  }));
});

test("a hook that throws is heard, also when it aborts", async () => {
  const words = fresh("the prompt was closed ");
  const seen = await said(async (abort) => {
    abort();
    throw new Error(words);
  });
  expectSame(seen, words, () => ({
    saw: `before 中止以后又抛出「${words}」，结果是「${seen}」。`,
    should: "before 抛错，直接到 catch，结果就是那个错误。",
    read: READ,
  }));
});

test("a run that was aborted before runs no tool", async () => {
  for (const hook of [undefined, async () => undefined]) {
    const seen = await said(hook, { abort: "before the call" });
    expectSame(seen, "Operation aborted", () => ({
      saw: `信号早已中止，${hook ? "before 不拦" : "没有接 before"}，结果是「${seen}」。`,
      should: "有没有 before，都要过第五道门：「Operation aborted」。",
      read: READ,
    }));
  }
});

test("the other gates are as they were", async () => {
  const reason = fresh("不行");
  const outcomes = [
    await said(undefined),
    await said(async () => ({ block: true, reason })),
    await said(async () => ({ block: true })),
    await said(undefined, { abort: "before the call", name: "nope" }),
    (await said(undefined, { abort: "before the call", args: {} })).split(":")[0],
  ];
  const wanted = [
    'prepared {"seconds":3}',
    reason,
    "Tool execution was blocked",
    "Tool nope not found",
    'Validation failed for tool "build"',
  ];
  expectSame<unknown>(outcomes, wanted, () => ({
    saw: `没有中止、before 拦下、拦下而不说原因、中止以后的未知工具、中止以后的坏参数，依次得到 ${JSON.stringify(outcomes)}。`,
    should: "前四道门照旧，工具不存在、参数不合格的，走不到第五道门，读到的还是原来的话。",
    read: READ,
  }));
});
