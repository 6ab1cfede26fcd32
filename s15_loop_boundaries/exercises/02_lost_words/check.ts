import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop, runAgentLoopContinue } from "#s15/agent-loop.ts";
import { toLlm } from "#s15/cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "#s15/context.ts";
import type { AgentTool } from "#s15/tools.ts";
import { textOf, type AnyContent } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";

const READ = "README.md「工作原理」里比较 transformContext 和 prepareNextTurn 的表，和它下面的一段";
const CASE = "README.md「试一下」里的 next-turn-context";

const edit: AgentTool = {
  name: "edit",
  label: "",
  description: "",
  parameters: Type.Object({}),
  execute: async (id) => saying(`${id} edited`),
};

const callerOf = (messages: AgentMessage[]): AgentContext => ({ systemPrompt: fresh("p"), messages, tools: [edit] });
const edits = (count = 1) => Array.from({ length: count }, () => call(fresh("call-"), "edit"));

type Sent = { role: string; content: AnyContent };

/** The policy plugged into the chapter's own loop: what was sent, request by request, and what the run added. */
async function played(most: number, script: Reply[], caller: AgentContext, prompts?: AgentMessage[]) {
  const { compacting } = await answer<typeof import("./starter.ts")>();
  const { streamFn, requests } = scriptedStream(script);
  const config: AgentLoopConfig = {
    model: stageModel("model-a"),
    convertToLlm: toLlm,
    prepareNextTurn: compacting(most),
  };
  const added = prompts
    ? await runAgentLoop(prompts, caller, config, () => {}, undefined, streamFn)
    : await runAgentLoopContinue(caller, config, () => {}, undefined, streamFn);
  return { added, sent: requests.map(({ messages }) => messages as Sent[]), requests };
}

/** A conversation of five messages that ends with a result. */
async function conversation(): Promise<AgentMessage[]> {
  const prompts = [userMessage(fresh("改接口"))];
  const script = [edits(), edits(), [text("好")]];
  const { added } = await played(100, script, callerOf([]), prompts);
  return added.slice(0, 5);
}

const roles = (messages: Sent[]) => messages.map(({ role }) => role).join(" → ");
const nameOf = ({ role, content }: AgentMessage) => `${role}「${textOf(content)}」`;

test("a run that continues leaves the caller's conversation whole", async () => {
  const before = await conversation();
  const caller = callerOf([...before]);
  const { added } = await played(4, [edits(), [text("好")]], caller);
  const whole = [...before, ...added];
  const wrong = caller.messages.findIndex((message, index) => message !== whole[index]);
  const lost = before.filter((one) => !caller.messages.includes(one)).length;
  if (lost === 0 && caller.messages.length >= before.length && wrong === -1) return;
  if (lost === 0) {
    throw verdict({
      saw: `运行以后，调用者的对话有 ${caller.messages.length} 条；原来的 ${before.length} 条加上这次运行交回的 ${added.length} 条，对不上。`,
      should: "策略不改 context 里的数组，也不改 newMessages：那是运行要交还给调用者的，始终是全的。",
      read: READ,
    });
  }
  const first = caller.messages[0];
  throw verdict({
    saw: `调用者的对话有 ${before.length} 条，用 runAgentLoopContinue 接着来；运行以后，原来的话只剩下 ${before.filter((one) => caller.messages.includes(one)).length} 条，打头的是 ${first ? nameOf(first) : "（没有）"}。`,
    should:
      "压缩换掉的是这次运行手里的那一列，调用者的对话一条不少。runAgentLoopContinue 用的就是调用者的数组，它不归策略改。",
    read: READ,
  });
});

test("the model is shown a summary and the newest pair", async () => {
  for (const continues of [false, true]) {
    const before = continues ? (await conversation()).slice(0, 3) : [];
    const prompts = continues ? undefined : [userMessage(fresh("改接口"))];
    const script = [edits(), edits(), edits(), [text("好")]];
    const { sent, added } = await played(4, script, callerOf([...before]), prompts);
    const sizes = sent.map(({ length }) => length);
    expectSame(sizes, continues ? [3, 3, 3, 3] : [1, 3, 3, 3], () => ({
      saw: `上限是 4 条，用 ${continues ? "runAgentLoopContinue" : "runAgentLoop"}，四个请求各有 ${sizes.join("、")} 条。`,
      should: "一轮以后超过上限，就换成一条摘要加最后一对，也就是三条；没有超过就不换。",
      read: CASE,
    }));
    const last = sent[3] ?? [];
    expectSame(roles(last), "user → assistant → toolResult", () => ({
      saw: `压缩以后的请求，依次是 ${roles(last)}。`,
      should: "摘要顶替旧的，是一条用户消息，排在最前；最后一条回复和它的结果原样跟着。",
      read: CASE,
    }));
    const first = textOf((prompts ?? before)[0]?.content as AnyContent);
    expectSame(textOf(last[0]?.content) === first, false, () => ({
      saw: `压缩以后的请求，第一条还是最早的那句「${first}」。`,
      should: "打头的是一条摘要，顶替所有旧的；最早的那一句也在摘要里面，不是原样留着。",
      read: CASE,
    }));
    const results = added.filter(({ role }) => role === "toolResult").map(({ content }) => textOf(content));
    expectSame(textOf(last[2]?.content), results[2], (seen) => ({
      saw: `第三个调用的结果是「${results[2]}」，下一个请求里的结果却是「${seen}」。`,
      should: "留下的是最新的一对。",
      read: CASE,
    }));
  }
});

test("nothing is replaced up to the limit, and calls stay with their results", async () => {
  const prompts = [userMessage(fresh("改接口"))];
  const { sent } = await played(5, [edits(), edits(), edits(), [text("好")]], callerOf([]), prompts);
  const sizes = sent.map(({ length }) => length);
  expectSame(sizes, [1, 3, 5, 3], () => ({
    saw: `上限是 5 条，四个请求各有 ${sizes.join("、")} 条。`,
    should: "超过上限才换：正好五条的不换，到了七条，换成三条。",
    read: CASE,
  }));
  const batch = await played(4, [edits(3), [text("好")]], callerOf([]), [userMessage(fresh("改接口"))]);
  expectSame(roles(batch.sent[1] ?? []), "user → assistant → toolResult → toolResult → toolResult", (seen) => ({
    saw: `一条回复要了三个工具，压缩以后的请求是 ${seen}。`,
    should: "有结果就要有它的调用：三个结果连同它们的回复都留下。",
    read: "README.md「工作原理」里的 newest",
  }));
});

test("prompt and tools stay as they are", async () => {
  const caller = callerOf([]);
  const { requests } = await played(2, [edits(), edits(), [text("好")]], caller, [userMessage(fresh("改接口"))]);
  const seen = requests.map(({ systemPrompt, tools = [] }) => [systemPrompt, tools.length]);
  expectSame(
    seen,
    Array.from({ length: 3 }, () => [caller.systemPrompt, 1]),
    () => ({
      saw: `系统提示是「${caller.systemPrompt}」，工具一个；各个请求里是 ${JSON.stringify(seen)}。`,
      should: "压缩换掉的只是消息，系统提示和工具照旧。",
      read: "context.ts 的 AgentContext",
    }),
  );
});
