import { Type } from "typebox";
import { test } from "vitest";
import type { AgentEvent } from "#s10/events.ts";
import type { AssistantMessage, StopReason, ToolCall } from "#s10/messages.ts";
import { parseStreamingJson } from "#s10/salvage.ts";
import type { AgentTool } from "#s10/tools.ts";
import { stageModel } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const WHY = "README.md「工作原理」里的「为什么连写完的也不执行？」";

/** A call whose arguments are what was saved of this text. */
const remove = (json: string): ToolCall => ({
  type: "toolCall",
  id: fresh("call-"),
  name: "remove",
  arguments: parseStreamingJson(json) ?? {},
});

/** Answers the calls of one reply; what was executed, asked, told and answered. */
async function answered(stopReason: StopReason, ...toolCalls: ToolCall[]) {
  const { answerToolCalls } = await answer<typeof import("./starter.ts")>();
  const executed: string[] = [];
  const asked: string[] = [];
  const events: AgentEvent[] = [];
  const tool: AgentTool = {
    name: "remove",
    label: "删除",
    description: "",
    parameters: Type.Object({ path: Type.String() }),
    async execute(_toolCallId, params) {
      executed.push(`rm -rf ${(params as { path: string }).path}`);
      return { content: [{ type: "text", text: "done" }], details: {} };
    },
  };
  const run = {
    context: { systemPrompt: "", messages: [], tools: [tool] },
    config: {
      model: stageModel("model-a"),
      convertToLlm: () => [],
      beforeToolCall: async (context: { toolCall: ToolCall }) => void asked.push(context.toolCall.id) as undefined,
    },
    emit: (event: AgentEvent) => void events.push(event),
    signal: undefined,
    streamFn: () => Promise.reject(new Error("nobody asked")),
    newMessages: [],
  };
  const content = [{ type: "text", text: "我这就删。" }, ...toolCalls];
  const reply = { role: "assistant", content, stopReason } as unknown as AssistantMessage;
  const results = await answerToolCalls(run, reply);
  return { executed, asked, events, results };
}

test("nothing of a reply that was cut off is executed", async () => {
  const folder = fresh("/data/");
  // The pieces of two calls took turns until the limit came.
  const calls = [remove(`{"path":"${folder}`), remove(`{"path":"${folder}/tmp/b`)];
  const { executed, asked } = await answered("length", ...calls);
  expectSame(executed, [], () => ({
    saw: `要删的是 ${folder}/tmp/a 和 ${folder}/tmp/b，两个调用的片交错着到达，都断了，却执行了 ${executed.join("、")}。`,
    should: "停止原因是 length，就一个也不执行：循环手里都是对象，看不出断的是哪一个，断的也不一定只有最后一个。",
    read: WHY,
  }));
  expectSame(asked, [], () => ({
    saw: `回复以 length 结束，before 还是被问到了 ${asked.length} 次。`,
    should: "门看的都是参数，参数已经信不过了，一个也不问。",
    read: "README.md「工作原理」里的「截断的，一个也不执行」",
  }));
});

test("a single call, and one of three, are not executed either", async () => {
  for (const count of [1, 3]) {
    const calls = Array.from({ length: count }, () => remove(`{"path":"${fresh("/data/")}"}`));
    const { executed } = await answered("length", ...calls);
    expectSame(executed, [], () => ({
      saw: `回复以 length 结束，里面有 ${count} 个看来写完了的调用，执行了 ${executed.join("、")}。`,
      should: "看来写完了，不等于写完了，还是一个也不执行。",
      read: WHY,
    }));
  }
});

test("each call of it has its result, in order", async () => {
  const calls = [remove('{"path":"/a"}'), remove('{"path":"/b"}'), remove('{"path":"/c')];
  const { results, events } = await answered("length", ...calls);
  const wanted = calls.map(({ id }) => id);
  expectSame(
    results.map(({ toolCallId }) => toolCallId),
    wanted,
    (seen) => ({
      saw: `三个调用依次是 ${wanted.join("、")}，结果依次是 ${seen.join("、") || "（没有）"}。`,
      should: "不执行，也要各有一条结果，次序和调用相同，transcript 才配对。",
      read: "README.md「工作原理」里的「截断的，一个也不执行」",
    }),
  );
  const told = (type: AgentEvent["type"]) => events.filter((event) => event.type === type).length;
  const counts = [told("tool_execution_start"), told("tool_execution_end"), told("message_start"), told("message_end")];
  if (results.some(({ isError }) => !isError) || counts.some((count) => count !== calls.length)) {
    throw verdict({
      saw: `三条结果的 isError 是 ${results.map(({ isError }) => isError).join("、")}，tool_execution_start、tool_execution_end、结果消息的头、尾各报了 ${counts.join("、")} 次。`,
      should: "三条都是失败，处理和结果消息都各报一次头尾。",
      read: "truncated.ts 的 failTruncatedToolCalls",
    });
  }
  const texts = results.map(({ content: [block] }) => (block?.type === "text" ? block.text : ""));
  const silent = texts.find(
    (said) => !/truncat|limit|cut off|incomplete|length|断|上限|不全|不完整|没有?(说|写|传)完/i.test(said),
  );
  if (silent !== undefined) {
    throw verdict({
      saw: `有一条结果是「${silent}」，没有说回复断了。`,
      should: "结果写明是到了输出上限，参数可能不全：模型读到原因，才会把话说完整。",
      read: "truncated.ts 的 failTruncatedToolCalls",
    });
  }
});

test("a whole reply is executed as before", async () => {
  const paths = [fresh("/data/"), fresh("/data/")];
  for (const stopReason of ["toolUse", "stop"] as const) {
    const { executed } = await answered(stopReason, ...paths.map((path) => remove(`{"path":"${path}"}`)));
    expectSame(
      executed,
      paths.map((path) => `rm -rf ${path}`),
      () => ({
        saw: `回复以 ${stopReason} 结束，里面有两个调用，执行的是：${executed.join("、") || "（没有）"}。`,
        should: "回复是完整的，两个都执行，次序和调用相同。",
        read: "README.md「解决方案」里的表",
      }),
    );
  }
  const { results } = await answered("stop");
  expectSame(results, [], () => ({
    saw: `回复里没有调用，却得到 ${results.length} 条结果。`,
    should: "没有调用，就没有结果。",
    read: "README.md「解决方案」里的表",
  }));
});
