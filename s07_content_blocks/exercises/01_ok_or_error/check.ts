import { test } from "vitest";
import type { ToolHooks } from "#s07/hooks.ts";
import { chapter } from "#s07/main.ts";
import type { Tool } from "#s07/tools.ts";
import { upgradeTranscript, type OldMessage } from "#s07/upgrade.ts";
import { answer, expectPrediction, traceOf, verdict } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";

const tool = (name: string, said: string | Error): Tool => ({
  spec: { name, description: "" },
  async handler() {
    if (said instanceof Error) throw said;
    return { content: [{ type: "text", text: said }], details: {} };
  },
});

const tools = [
  tool("first", "error: disk full"),
  tool("second", new Error("disk full")),
  tool("third", "hi"),
  tool("fifth", "failed, try again"),
  tool("sixth", new Error("offline")),
];

const hooks: ToolHooks = {
  beforeToolCall: async ({ name }) => (name === "third" ? { type: "block", reason: "not for you" } : undefined),
  afterToolCall: async ({ name }) => (name === "sixth" ? { isError: false } : undefined),
};

/** What s06 wrote down for the first five: one string each. */
const KEPT = ["error: disk full", "error: disk full", "blocked: not for you", "error: Tool fourth not found"];

/** Predictions are compared as words; another spelling would only look wrong. Blanks and empty items do not matter. */
function expectWords(name: string, words: readonly string[]): void {
  const odd = Array.isArray(words) ? words.find((word) => !/^\s*(ok|error)?\s*$/.test(word)) : undefined;
  if (odd === undefined) return;
  throw verdict({
    saw: `${name} 里有一项是「${String(odd)}」。`,
    should: "每一项写 ok 或 error，一个调用一项。",
    read: "exercises/01_ok_or_error/starter.ts 里的 End",
  });
}

test("the results of this chapter", async () => {
  const { now } = await answer<typeof import("./starter.ts")>();
  const [scene] = chapter.cases;
  if (!scene) throw new Error("s07 has no default case");
  const names = ["first", "second", "third", "fourth", "fifth", "sixth"];
  const script = [names.map((name) => call(`call-${name}`, name)), [text("好")]];
  const lines = await traceOf(chapter, { ...scene, tools, hooks: () => hooks, script, showState: false });
  const results = lines.filter((line) => line.startsWith("tool_result: "));

  expectWords("now", now);
  const reasons = [
    "没有一行代码去看文字，成败由走了哪条路决定。",
    "handler 抛错，走的是 orFailure 里 catch 的那条路。",
    "被拦下的调用没有做成，走的也是 failure。",
    "找不到工具，是 registry.run 抛的错，和 handler 抛错走同一条路。",
    "handler 返回了，core 不读它说什么：写工具的人要表示失败，就得抛错。",
    "after 收到失败的结果，答复里写了哪个字段，就换掉哪个字段。",
  ];
  expectPrediction(
    now,
    results.map((line) => (line.endsWith("(isError)") ? "error" : "ok")),
    {
      why: reasons,
      read: "README.md「解决方案」里的图",
      list: "now",
    },
  );
});

test("the same results, brought over from s06", async () => {
  const { upgraded } = await answer<typeof import("./starter.ts")>();
  const old = [...KEPT, "failed, try again"].map((content, index): OldMessage => ({
    role: "toolResult",
    toolCallId: `old-${index}`,
    content,
  }));
  const results = upgradeTranscript(old).map((message) => "isError" in message && message.isError);

  expectWords("upgraded", upgraded);
  const same = "s06 把一次诚实的读取和一次真的失败记成了同一个字符串，看的人只能给出同一个答案。";
  const prefix = "s06 在失败的文字前面加了前缀，升级的时候照前缀猜。";
  expectPrediction(
    upgraded,
    results.map((isError) => (isError ? "error" : "ok")),
    {
      why: [same, same, prefix, prefix, "升级的时候只看开头。"],
      read: "README.md「工作原理」里的「旧对话搬过来」",
      list: "upgraded",
    },
  );
});
