import { test } from "vitest";
import { runAgentLoop } from "#s13/agent-loop.ts";
import type { AgentContext, AgentMessage } from "#s13/context.ts";
import type { AssistantMessage, Message, StopReason, ToolResultMessage } from "#s13/messages.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, fail, meanwhile, text, type Part } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const READ = "README.md「与真实源码对照」里的「厂商层已经补了什么」";
const REPAIR = "repair.ts 的 repairToolResults";

/** A message in words: who speaks, which calls it makes or answers, what it says. */
function wordsOf(message: Message): string {
  const calls =
    message.role === "assistant"
      ? message.content.flatMap((block) => (block.type === "toolCall" ? [`<${block.id}>`] : []))
      : message.role === "toolResult"
        ? [message.toolCallId]
        : [];
  return [message.role, ...calls, textOf(message.content)].filter((word) => word !== "").join(" ");
}

function reply(stopReason: StopReason, said: string, ...ids: string[]): AssistantMessage {
  const calls = ids.map((id) => ({ type: "toolCall" as const, id, name: "edit", arguments: {} }));
  const content = [{ type: "text" as const, text: said }, ...calls];
  return { role: "assistant", content, stopReason, timestamp: 1 } as unknown as AssistantMessage;
}

function result(toolCallId: string, said: string): ToolResultMessage {
  const content = [{ type: "text" as const, text: said }];
  return { role: "toolResult", toolCallId, toolName: "edit", content, isError: false, timestamp: 1 };
}

async function sent(messages: AgentMessage[]): Promise<string[]> {
  const { withoutFailedReplies } = await answer<typeof import("./starter.ts")>();
  return withoutFailedReplies(messages).map(wordsOf);
}

test("the request after a failure, and after an abort", async () => {
  const { withoutFailedReplies } = await answer<typeof import("./starter.ts")>();
  for (const stopReason of ["error", "aborted"]) {
    const [first, second, id] = [fresh("改"), fresh("怎么样"), fresh("call-")];
    const controller = new AbortController();
    const ending: Part =
      stopReason === "error" ? fail("connection reset") : meanwhile("停止", () => controller.abort());
    const { streamFn, requests } = scriptedStream([
      [text("这就改。"), call(id, "edit"), ending, text("。")],
      [text("好")],
    ]);
    const context: AgentContext = { systemPrompt: "", messages: [], tools: [] };
    const config = { model: stageModel(STAGE_MODEL), convertToLlm: withoutFailedReplies };
    context.messages.push(
      ...(await runAgentLoop([userMessage(first)], context, config, () => {}, controller.signal, streamFn)),
    );
    await runAgentLoop([userMessage(second)], context, config, () => {}, undefined, streamFn);
    const request = (requests[1]?.messages as Message[] | undefined)?.map(wordsOf) ?? [];
    expectSame(request, [`user ${first}`, `user ${second}`], (seen) => ({
      saw: `第一次运行的回复${stopReason === "error" ? "失败" : "被中止"}，第二个请求里是：${seen.join("；")}。`,
      should: "失败和被中止的回复整条不发，里面的调用和补给它的结果也就没有了，只剩两句用户的话。",
      read: READ,
    }));
  }
});

test("what is left is paired", async () => {
  const [a, b, done] = [fresh("a"), fresh("b"), fresh("做好")];
  const seen = await sent([
    userMessage("改"),
    reply("toolUse", "改两个", a, b),
    result(a, done),
    reply("aborted", ""),
    userMessage("接着"),
  ]);
  expectSame(
    seen,
    [
      "user 改",
      `assistant <${a}> <${b}> 改两个`,
      `toolResult ${a} ${done}`,
      `toolResult ${b} No result provided`,
      "user 接着",
    ],
    () => ({
      saw: `两个调用只有一条结果，接着是一条被中止的回复。发出去的是：${seen.join("；")}。`,
      should: "被中止的回复不发；前一条回复没有失败，要留下，它没有结果的调用照样补「No result provided」。",
      read: REPAIR,
    }),
  );
});

test("a result whose call is gone goes too", async () => {
  const [good, bad, done, late] = [fresh("a"), fresh("b"), fresh("做好"), fresh("迟到")];
  const seen = await sent([
    userMessage("改"),
    reply("toolUse", "改", good),
    result(good, done),
    reply("error", "再改", bad, good),
    result(bad, late),
    result(good, late),
    userMessage("接着"),
  ]);
  expectSame(seen, ["user 改", `assistant <${good}> 改`, `toolResult ${good} ${done}`, "user 接着"], () => ({
    saw: `失败的回复里有两个调用，都有结果（一个还和前面的同 id）。发出去的是：${seen.join("；")}。`,
    should: "先去掉失败的回复，再修补：没有了调用的结果跟着去掉，不然一样会被拒收。",
    read: REPAIR,
  }));
});

test("all of them are left out", async () => {
  const [id, done] = [fresh("a"), fresh("做好")];
  const seen = await sent([
    userMessage("改"),
    reply("error", "断了", fresh("b")),
    reply("error", "又断了"),
    reply("toolUse", "好了", id),
    result(id, done),
    reply("aborted", "停了", fresh("c")),
    userMessage("接着"),
  ]);
  expectSame(seen, ["user 改", `assistant <${id}> 好了`, `toolResult ${id} ${done}`, "user 接着"], () => ({
    saw: `两条失败的回复，一条成功的，一条被中止的。发出去的是：${seen.join("；")}。`,
    should: "失败和被中止的，有几条去掉几条，不管在哪里。",
    read: READ,
  }));
});

test("only these two are left out", async () => {
  for (const stopReason of ["stop", "length", "toolUse"] as const) {
    const [id, said] = [fresh("a"), fresh("说")];
    const messages = [userMessage("改"), reply(stopReason, said, id), result(id, "好"), userMessage("接着")];
    expectSame(
      await sent(messages),
      ["user 改", `assistant <${id}> ${said}`, `toolResult ${id} 好`, "user 接着"],
      (seen) => ({
        saw: `一条 stopReason 为 ${stopReason} 的回复，调用和结果配了对。发出去的是：${seen.join("；")}。`,
        should: "只去掉 error 和 aborted。被截断的回复说完了它能说的，它的调用也都有结果，照发。",
        read: READ,
      }),
    );
  }
});

test("the transcript stays as it was", async () => {
  const messages = [userMessage("改"), reply("error", "这就改", fresh("a")), userMessage("接着")];
  const before = structuredClone(messages);
  await sent(messages);
  expectSame(messages, before, (seen) => ({
    saw: `发过一次请求以后，transcript 从 3 条变成了 ${seen.length} 条：${seen.map(wordsOf).join("；")}。`,
    should: "transcript 记的是发生过的事，不发不等于没有发生；交出一列新的。",
    read: "README.md「工作原理」里的「补上缺口」",
  }));
});
