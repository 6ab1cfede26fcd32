import { test } from "vitest";
import { runEventedToolLoop } from "#s04/loop.ts";
import type { Message } from "#s04/messages.ts";
import { createState } from "#s04/state.ts";
import { ToolRegistry } from "#s04/tools.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { call, fail, text, type Script } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」：调用和结果都留在 transcript 里";

/** The transcript of runs of the chapter's loop, with a tool that says the word it is given. */
async function transcriptOf(script: Script, inputs = 1): Promise<Message[]> {
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "say", description: "" }, handler: ({ word }) => `said ${String(word)}` });
  const state = createState();
  const provider = scripted(script);
  for (let run = 1; run <= inputs; run++) await runEventedToolLoop(state, provider, registry, "说", () => {});
  return state.messages;
}

/** `wanted` says of each call, in order, the word that it asked for and its result. */
async function expectPairs(what: string, messages: Message[], wanted: [string, string | undefined][], should: string) {
  const { pairsOf } = await answer<typeof import("./starter.ts")>();
  const pairs = pairsOf(structuredClone(messages));
  expectSame(pairs.length, wanted.length, (number) => ({
    saw: `${what}，transcript 里有 ${wanted.length} 个调用，交出来的是 ${number} 对。`,
    should: "每个调用一对，没有结果的也在里面。",
    read: READ,
  }));
  for (const [index, [word, result]] of wanted.entries()) {
    const pair = pairs[index];
    expectSame(pair?.call.arguments["word"], word, (seen) => ({
      saw: `${what}，第 ${index + 1} 对里是说「${String(seen)}」的那个调用。`,
      should: `照调用的次序，这里应当是说「${word}」的那一个。`,
      read: READ,
    }));
    expectSame(pair?.result, result, (seen) => ({
      saw: `${what}，第 ${index + 1} 个调用${seen === undefined ? "没有配上结果" : `配上的结果是「${seen}」`}。`,
      should: `${should}这里应当${result === undefined ? "没有结果，写 undefined" : `是「${result}」`}。`,
      read: READ,
    }));
  }
}

const said = (word: string): [string, string] => [word, `said ${word}`];
const asking = (...asked: [id: string, word: string][]): Message => ({
  role: "assistant",
  content: "",
  stopReason: "toolUse",
  toolCalls: asked.map(([id, word]) => ({ id, name: "say", arguments: { word } })),
});
const resultOf = (id: string, content: string): Message => ({ role: "toolResult", toolCallId: id, content });

test("the same tool, called twice in one reply", async () => {
  const [one, two] = [fresh("甲"), fresh("乙")];
  const messages = await transcriptOf([
    [call("call-1", "say", { word: one }), call("call-2", "say", { word: two })],
    [text("好")],
  ]);
  await expectPairs(
    "一条回复里同一个工具调用两次",
    messages,
    [said(one), said(two)],
    "工具名相同，靠 toolCallId 认出是谁的结果。",
  );
});

test("a provider that numbers the calls of each reply from the beginning", async () => {
  const [one, two, three] = [fresh("甲"), fresh("乙"), fresh("丙")];
  const messages = await transcriptOf(
    [
      [call("call-1", "say", { word: one })],
      [call("call-1", "say", { word: two })],
      [text("好")],
      [call("call-1", "say", { word: three })],
      [text("好")],
    ],
    2,
  );
  await expectPairs(
    "三条回复里的调用都叫 call-1",
    messages,
    [said(one), said(two), said(three)],
    "一条结果属于它前面最近的那条回复，别的回复用过同一个编号也不相干。",
  );
});

test("failed calls and broken replies are paired too", async () => {
  const [one, two] = [fresh("甲"), fresh("乙")];
  const messages = await transcriptOf([
    [call("call-1", "shout", { word: one }), call("call-2", "say", { word: two }), fail("connection reset")],
  ]);
  await expectPairs(
    "第一个工具找不到，后来流断了",
    messages,
    [[one, "error: Tool shout not found"], said(two)],
    "失败的结果也是结果，出错的回复里的调用也是调用。",
  );
});

test("a call without a result", async () => {
  const [one, two, three] = [fresh("甲"), fresh("乙"), fresh("丙")];
  const messages: Message[] = [
    { role: "user", content: "说" },
    asking(["call-1", one], ["call-2", two]),
    resultOf("call-1", `said ${one}`),
    { role: "user", content: "再说" },
    asking(["call-2", three]),
    resultOf("call-2", `said ${three}`),
  ];
  await expectPairs(
    "第二个调用没有留下结果，后面的回复又用了它的编号",
    messages,
    [said(one), [two, undefined], said(three)],
    "后一条回复的结果不能算在前一条的账上。",
  );
});

test("the first of two calls has no result", async () => {
  const [one, two] = [fresh("甲"), fresh("乙")];
  const messages = [asking(["call-1", one], ["call-2", two]), resultOf("call-2", `said ${two}`)];
  await expectPairs("只有第二个调用留下了结果", messages, [[one, undefined], said(two)], "照编号配对，不照位置。");
});

test("a result may be empty", async () => {
  const word = fresh("甲");
  await expectPairs(
    "工具返回了空字符串",
    [asking(["call-1", word]), resultOf("call-1", "")],
    [[word, ""]],
    "空的结果也是结果。",
  );
});

test("no calls, no pairs", async () => {
  await expectPairs("没有消息", [], [], "");
  await expectPairs("没有调用", await transcriptOf([[text("好")]]), [], "");
});
