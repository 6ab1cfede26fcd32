import { test } from "vitest";
import type { AssistantMessage, ToolCall } from "#s07/messages.ts";
import type { ProviderEvent } from "#s07/provider.ts";
import { emptyReply } from "#s07/reply.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里的「内容是一列块，次序就是发生的次序」";

const saying = (delta: string): ProviderEvent => ({ type: "text_delta", delta });
const musing = (delta: string): ProviderEvent => ({ type: "thinking_delta", delta });
const toolCall = (name: string): ToolCall => ({ type: "toolCall", id: fresh("call-"), name, arguments: {} });

const isText = (said: string) => ({ type: "text" as const, text: said });
const isThought = (thinking: string) => ({ type: "thinking" as const, thinking });

async function replyOf(events: ProviderEvent[]): Promise<AssistantMessage> {
  const { addToReply } = await answer<typeof import("./starter.ts")>();
  const reply = emptyReply();
  for (const event of events) addToReply(reply, event);
  return reply;
}

/** The blocks in words, one after the other. */
function inWords(content: AssistantMessage["content"]): string {
  const words = content.map((block) => {
    if (block.type === "text") return `文字「${block.text}」`;
    return block.type === "thinking" ? `思考「${block.thinking}」` : `调用 ${block.name}`;
  });
  return words.length === 0 ? "一块也没有" : words.join("，");
}

async function expectBlocks(
  what: string,
  events: ProviderEvent[],
  wanted: AssistantMessage["content"],
  should: string,
): Promise<void> {
  const { content } = await replyOf(events);
  expectSame(content, wanted, (seen) => ({ saw: `${what}，拼出来是：${inWords(seen)}。`, should, read: READ }));
}

test("text after a call is a block of its own", async () => {
  const [before, after] = [fresh("先说"), fresh("后说")];
  const call = toolCall(fresh("tool-"));
  await expectBlocks(
    `依次到达的是文字「${before}」，调用 ${call.name}，文字「${after}」`,
    [saying(before), { type: "tool_call", call }, saying(after)],
    [isText(before), call, isText(after)],
    "三块，次序和到达的一样：哪句话在调用之前，哪句在调用之后，要看得出来。",
  );
});

test("so is a thought after a text, and a text after a thought", async () => {
  const [one, two, three, four] = [fresh("想"), fresh("说"), fresh("再想"), fresh("再说")];
  await expectBlocks(
    `依次到达的是思考「${one}」，文字「${two}」，思考「${three}」，文字「${four}」`,
    [musing(one), saying(two), musing(three), saying(four)],
    [isThought(one), isText(two), isThought(three), isText(four)],
    "四块，次序和到达的一样：中间隔了别的，就另起一块。",
  );
});

test("deltas that follow each other are one block", async () => {
  const [a, b, c] = [fresh("a"), " \n", fresh("c")];
  await expectBlocks(
    `接连到达三片文字 ${a}、${JSON.stringify(b)}、${c}`,
    [saying(a), saying(b), saying(c)],
    [isText(a + b + c)],
    "前后相连的片接成一块。",
  );
  await expectBlocks(
    `接连到达三片思考 ${a}、${JSON.stringify(b)}、${c}`,
    [musing(a), musing(b), musing(c)],
    [isThought(a + b + c)],
    "前后相连的片接成一块。",
  );
});

test("calls that follow each other are blocks of their own, and copies", async () => {
  const calls = [toolCall(fresh("tool-")), toolCall(fresh("tool-"))];
  for (const call of calls) call.arguments["place"] = { city: fresh() };
  const before = structuredClone(calls);
  const { content } = await replyOf(calls.map((call) => ({ type: "tool_call", call })));
  expectSame(content, before, (seen) => ({
    saw: `接连到达两个调用，拼出来是：${inWords(seen)}。`,
    should: "两个调用各是一块，一个字段不少。",
    read: READ,
  }));
  for (const call of calls) (call.arguments["place"] as { city: string }).city = "forged";
  for (const call of calls) call.arguments["forged"] = true;
  if (JSON.stringify(content) === JSON.stringify(before)) return;
  throw verdict({
    saw: "事件里的调用后来被人改了参数，回复里的也跟着变了。",
    should: "执行调用的人拿着事件里的那一个，回复里放的是副本，谁也不能借它改 transcript。",
    read: "reply.ts 的 addToReply",
  });
});

test("the end says why", async () => {
  const errorMessage = fresh("断线");
  const seen = [
    await replyOf([saying("a"), { type: "message_end", stopReason: "toolUse" }]),
    await replyOf([saying("a"), { type: "message_end", stopReason: "error", errorMessage }]),
  ];
  const wanted = [
    { ...emptyReply(), content: [isText("a")], stopReason: "toolUse" as const },
    { ...emptyReply(), content: [isText("a")], stopReason: "error" as const, errorMessage },
  ];
  expectSame<unknown>(seen, wanted, () => ({
    saw: `照常说完和中途失败，两条回复是 ${JSON.stringify(seen)}。`,
    should: "message_end 写上 stopReason，失败的还写上 errorMessage；已经到的文字留着。",
    read: "reply.ts 的 addToReply",
  }));
});
