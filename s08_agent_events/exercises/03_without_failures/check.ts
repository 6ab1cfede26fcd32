import { test } from "vitest";
import { runAgentLoop } from "#s08/agent-loop.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "#s08/context.ts";
import type { AgentTool } from "#s08/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { call, end, fail, text, type Part, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里讲 convertToLlm 的一段";

const works: AgentTool = {
  name: "works",
  label: "works",
  description: "",
  execute: async () => ({ content: [{ type: "text", text: "ok" }], details: {} }),
};
const breaks: AgentTool = { ...works, name: "breaks", execute: () => Promise.reject(new Error("broken")) };

/** Runs one after the other, an input each; what each request held, and the transcript that the caller keeps. */
async function played(inputs: string[], script: Reply[]) {
  const { withoutFailures } = await answer<typeof import("./starter.ts")>();
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [works, breaks] };
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: withoutFailures };
  const { streamFn, requests } = scriptedStream(script);
  for (const input of inputs) {
    const added = await runAgentLoop([userMessage(input)], context, config, () => {}, undefined, streamFn);
    context.messages.push(...added);
  }
  const sent = requests.map(({ messages }) => (messages as unknown as AgentMessage[]).map(nameOf));
  return { sent, kept: context.messages.map(nameOf) };
}

function nameOf(message: AgentMessage): string {
  if (message.role === "assistant") return `assistant ${message.stopReason}`;
  return message.role === "toolResult" ? `toolResult ${message.toolCallId}` : message.role;
}

const list = (names: string[] | undefined) => names?.join(" → ") || "（空的）";

function expectSent(what: string, sent: string[] | undefined, wanted: string[], should: string): void {
  expectSame(sent, wanted, () => ({ saw: `${what}发出去的是 ${list(sent)}。`, should, read: READ }));
}

test("a reply that failed is not sent", async () => {
  const { sent, kept } = await played(["一", "二"], [[text("从前"), fail("lost")], [text("好")]]);
  const should = "两次输入都发，断了的那条回复不发。";
  expectSent("第一条回复说到一半断了，第二个请求里", sent[1], ["user", "user"], should);
  expectSame(kept, ["user", "assistant error", "user", "assistant stop"], () => ({
    saw: `运行以后，transcript 里是 ${list(kept)}。`,
    should: "不发出去，不等于忘掉：transcript 里四条一条不少。",
    read: READ,
  }));
});

test("nor are the results of its calls", async () => {
  const id = fresh("call-");
  for (const [what, broken] of [
    ["断了", fail("lost")],
    ["被中止", end("aborted")],
  ] satisfies [string, Part][]) {
    const { sent } = await played(
      ["一", "二"],
      [[call(id, "works"), call(fresh("call-"), "works"), broken], [text("好")]],
    );
    const should = "调用在没有发出去的那条回复里，它的结果就没有了主人，许多接口会拒收：连同结果一起不发。";
    expectSent(`第一条回复调用两次，然后${what}，第二个请求里`, sent[1], ["user", "user"], should);
  }
});

test("every failed reply, and only those that failed", async () => {
  const { sent } = await played(
    ["一", "二", "三", "四"],
    [[text("从前"), fail("lost")], [text("从"), end("length")], [text("从前"), end("aborted")], [text("好")]],
  );
  expectSent(
    "四次输入，回复依次是断了、截断（length）、被中止、说完，第四个请求里",
    sent[3],
    ["user", "user", "assistant length", "user", "user"],
    "断了的、中止的，不论有几条，都不发；截断的说完了它能说的，照发。",
  );
});

test("what went well is sent, tools that failed included", async () => {
  const [good, bad] = [fresh("call-"), fresh("call-")];
  const { sent } = await played(["一"], [[call(good, "works"), call(bad, "breaks")], [text("好")]]);
  expectSent(
    "回复说完了，两个调用里有一个工具抛错，第二个请求里",
    sent[1],
    ["user", "assistant toolUse", `toolResult ${good}`, `toolResult ${bad}`],
    "工具失败不是回复失败。结果写着错在哪里，模型读到才好补救。",
  );
});

test("a reply that was full is sent", async () => {
  const id = fresh("call-");
  const { sent } = await played(["一"], [[text("从前"), call(id, "works"), end("length")], [text("好")]]);
  expectSent(
    "第一条回复说满了上限（stopReason 是 length），第二个请求里",
    sent[1],
    ["user", "assistant length", `toolResult ${id}`],
    "说满了上限的回复没有失败，照样发，连同它的结果：模型读到了，才知道说到哪里。",
  );
});

test("an id may come again", async () => {
  const id = fresh("call-");
  const replies = [[call(id, "works"), fail("lost")], [call(id, "works")], [text("好")]];
  const wanted = ["user", "user", "assistant toolUse", `toolResult ${id}`];
  const should = "结果跟着它自己的那条回复走。两条回复里的 id 可能相同，只看 id 会认错主人。";
  const failedFirst = await played(["一", "二"], replies);
  expectSent(`失败的回复和后来成功的回复，调用的 id 都是 ${id}，最后一个请求里`, failedFirst.sent[2], wanted, should);

  const more = [[call(id, "works")], [call(id, "works"), fail("lost")], [text("好")]];
  const failedLast = await played(["一", "二"], more);
  const rest = ["user", "assistant toolUse", `toolResult ${id}`, "user"];
  expectSent(`成功的回复和后来失败的回复，调用的 id 都是 ${id}，最后一个请求里`, failedLast.sent[2], rest, should);
});

test("the transcript stays as it is", async () => {
  const { withoutFailures } = await answer<typeof import("./starter.ts")>();
  const transcript: AgentMessage[] = [userMessage("一")];
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: (messages) => messages };
  const { streamFn } = scriptedStream([[text("从前"), fail("lost")]]);
  const context = { systemPrompt: "", messages: [], tools: [] };
  transcript.push(...(await runAgentLoop([userMessage("二")], context, config, () => {}, undefined, streamFn)));
  const before = structuredClone(transcript);
  await withoutFailures(transcript);
  if (JSON.stringify(transcript) === JSON.stringify(before)) return;
  throw verdict({
    saw: `交给 withoutFailures 的那一列，原来是 ${list(before.map(nameOf))}，调用以后成了 ${list(transcript.map(nameOf))}。`,
    should: "它收到的就是循环的 transcript：另外交出一列，原来的不要改。",
    read: READ,
  });
});
