import { test } from "vitest";
import { runAgentLoopContinue } from "#s15/agent-loop.ts";
import { toLlm } from "#s15/cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "#s15/context.ts";
import type { AssistantMessage, ToolResultMessage } from "#s15/messages.ts";
import { textOf, type AnyContent } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里的「一个请求怎样凑成」";
const PAIRS = "README.md「工作原理」里的 newest";

/** Kind and cost of a message: a result answers the newest reply before it. */
type Planned = ["用户" | "回复" | "结果" | "通知", number];

/** "用户1 回复2" is a message of the user that costs 1, then a reply that costs 2. */
const planOf = (words: string) =>
  words.split(" ").map((word): Planned => [word.slice(0, 2) as Planned[0], Number(word.slice(2))]);

function build(plan: Planned[]): AgentMessage[] {
  const callIds = plan.map(() => fresh("call-"));
  return plan.map(([kind], index): AgentMessage => {
    const said = fresh(kind);
    if (kind === "用户") return userMessage(said);
    if (kind === "通知") return { role: "notice", content: said, timestamp: 0 };
    const content = [{ type: "text", text: said }];
    if (kind === "结果") {
      const result = { role: "toolResult", toolCallId: callIds[index], toolName: "edit", content, isError: false };
      return result as unknown as ToolResultMessage;
    }
    const rest = plan.slice(index + 1).findIndex(([next]) => next !== "结果");
    const ids = callIds.slice(index + 1, rest === -1 ? undefined : index + 1 + rest);
    const calls = ids.map((id) => ({ type: "toolCall", id, name: "edit", arguments: {} }));
    return { role: "assistant", content: [...content, ...calls], stopReason: "toolUse" } as unknown as AssistantMessage;
  });
}

const labelOf = ({ content }: { content: AnyContent }) => textOf(content);
const describePlan = (plan: Planned[]) =>
  plan.map(([kind, cost], index) => `${index + 1} ${kind}（${cost}）`).join("，");
const numbers = (indices: number[]) => (indices.length === 0 ? "一条也没有" : `第 ${indices.join("、")} 条`);

/** The chapter's own loop goes on with these messages: which of them the request holds, counted from 1. */
async function sent(plan: Planned[], budget: number): Promise<number[]> {
  const { within } = await answer<typeof import("./starter.ts")>();
  const messages = build(plan);
  const costs = new Map(messages.map((message, index) => [labelOf(message), plan[index]?.[1] ?? 0]));
  const context: AgentContext = { systemPrompt: "", messages: [...messages], tools: [] };
  const { streamFn, requests } = scriptedStream([[text("好")]]);
  const transformContext = within(budget, (message) => costs.get(labelOf(message)) ?? 0);
  // It is asked once a turn, and each time anew.
  await transformContext([...messages]);
  const config: AgentLoopConfig = {
    model: stageModel("model-a"),
    // What costs nothing is not shown, whatever its role.
    convertToLlm: (chosen) => toLlm(chosen.filter((message) => costs.get(labelOf(message)) !== 0)),
    transformContext,
  };
  await runAgentLoopContinue(context, config, () => {}, undefined, streamFn);
  const kept = messages.filter((message, index) => context.messages[index] === message).length;
  expectSame(kept, messages.length, () => ({
    saw: `发请求以前 transcript 有 ${messages.length} 条，以后还在原处的只有 ${kept} 条。`,
    should: "选的只是这一个请求，transcript 一条不少：交回新的一列，不要改传进来的数组。",
    read: "README.md「工作原理」里的「先选，后译」",
  }));
  const shown = (requests[0]?.messages ?? []) as readonly { content: AnyContent }[];
  return shown.map((message) => messages.findIndex((one) => labelOf(one) === labelOf(message)) + 1);
}

/** Fails unless the request holds exactly these. */
async function expectSent(words: string, budget: number, wanted: number[], should: string, read = READ) {
  const plan = planOf(words);
  const seen = await sent(plan, budget);
  const total = seen.reduce((sum, index) => sum + (plan[index - 1]?.[1] ?? 0), 0);
  const over = total > budget ? `，合起来 ${total}，超过了预算` : "";
  expectSame(seen, wanted, () => ({
    saw: `预算 ${budget}，消息和价钱是：${describePlan(plan)}。请求里有的是：${numbers(seen)}${over}。`,
    should,
    read,
  }));
}

const TALK = "用户3 回复2 用户4 回复1 用户2";

test("the newest that fit, in order", async () => {
  const should = "从最新的往回数，合起来不超过预算，正好等于也装得下；次序不变。";
  await expectSent(TALK, 6, [4, 5], should);
  await expectSent(TALK, 7, [3, 4, 5], should);
  await expectSent(TALK, 12, [1, 2, 3, 4, 5], should);
});

test("without a gap", async () => {
  const plan = "用户1 回复9 用户1";
  await expectSent(plan, 5, [3], "贵的一份装不下，就到它为止；跳过它去拿更早的，对话就断了。");
});

test("a reply and its results stay together, or go together", async () => {
  const plan = "用户1 回复2 结果3 结果3 回复1 结果1";
  const should = "有结果就要有它的调用：一条回复连同它的结果，要么都在，要么都不在。";
  for (const budget of [9, 8, 5]) await expectSent(plan, budget, [5, 6], should, PAIRS);
  await expectSent(plan, 10, [2, 3, 4, 5, 6], should, PAIRS);
});

test("the newest piece is shown whatever it costs", async () => {
  const should = "最新的一份不管多贵都要给模型看，不然它没有话可答；更早的就装不下了。";
  await expectSent("用户1 回复1 用户9", 5, [3], should);
  await expectSent("用户1 回复1 结果4 结果4", 5, [2, 3, 4], should);
  await expectSent("用户1 回复1 用户1", 0, [3], should);
});

test("what costs nothing is not what the model is shown", async () => {
  const should = "通知不要钱，也不给模型看。最新的、模型看得见的一份，是它前面的那一份，再贵也要在。";
  const plan = "用户1 回复1 结果9 通知0";
  const seen = await sent(planOf(plan), 5);
  if (seen.length === 0) {
    throw verdict({
      saw: `预算 5，消息和价钱是：${describePlan(planOf(plan))}。请求里一条消息也没有。`,
      should,
      read: "cases.ts 的 toLlm",
    });
  }
  await expectSent(plan, 5, [2, 3], should);
  await expectSent(
    "用户1 回复1 结果9 用户0",
    5,
    [2, 3],
    "看不看得见，由 costOf 说，不由角色说：价钱是 0 的用户消息也不能当作最新的一份。",
  );
  await expectSent("用户1 通知0 用户2", 3, [1, 3], "通知不占预算，前面的一条装得下。");
});
