import type { Need, Scenario, ScenarioPart, ScenarioTool } from "./scenario.ts";

/** Something a scenario asks of a loop, in Chinese, and the chapter from which on a loop can give it. */
export type Feature = { name: string; from: string };

const FEATURES: readonly (Feature & { needed: (scenario: Scenario) => boolean })[] = [
  { name: "没有结尾的流", from: "s03", needed: (one) => says(one, "hangUp") },
  { name: "工具调用", from: "s04", needed: (one) => Boolean(one.tools?.length) || says(one, "call") },
  { name: "插口", from: "s05", needed: (one) => one.hooks !== undefined },
  { name: "一轮中间换工具", from: "s05", needed: (one) => one.changes?.includes("tools") ?? false },
  { name: "一轮中间换模型", from: "s06", needed: (one) => one.changes?.includes("model") ?? false },
  { name: "思考内容", from: "s07", needed: (one) => says(one, "thinking") },
  { name: "要等待的插口", from: "s07", needed: anyTaking },
  {
    name: "要等待的工具",
    from: "s07",
    needed: (one) => anyTool(one, ({ takes, stalls }) => takes !== undefined || Boolean(stalls)),
  },
  { name: "内容块、details 或 isError", from: "s07", needed: (one) => needs(one, "blocks") },
  { name: "只听事件的人", from: "s07", needed: (one) => one.listens === true },
  { name: "要等待的流", from: "s08", needed: (one) => says(one, "wait") },
  { name: "自带的系统提示或模型名", from: "s08", needed: (one) => Boolean(one.systemPrompt ?? one.model) },
  { name: "用内容块存下的对话", from: "s08", needed: (one) => one.kept !== undefined },
  { name: "没有 done 事件的流", from: "s08", needed: (one) => says(one, "quietEnd") },
  { name: "参数的 schema", from: "s09", needed: (one) => anyTool(one, (tool) => tool.parameters !== undefined) },
  { name: "prepareArguments", from: "s09", needed: (one) => anyTool(one, (tool) => tool.prepare !== undefined) },
  { name: "不说原因的拦截", from: "s09", needed: (one) => needs(one, "bare block") },
  { name: "一段段到达的参数", from: "s10", needed: (one) => says(one, "fragments") },
  { name: "以 length 或 aborted 结尾的回复", from: "s10", needed: (one) => says(one, "end") },
  { name: "并行或排队的设置", from: "s12", needed: (one) => one.toolExecution !== undefined },
  { name: "工具自己要求排队", from: "s12", needed: (one) => anyTool(one, (tool) => tool.mode !== undefined) },
  { name: "terminate", from: "s12", needed: (one) => needs(one, "terminate") },
  {
    name: "中止信号",
    from: "s13",
    needed: (one) => Boolean(one.abortedAtStart ?? one.abortAfter ?? one.abortAt) || needs(one, "abort"),
  },
  { name: "工具的中途进度", from: "s13", needed: (one) => anyTool(one, (tool) => tool.updates !== undefined) },
  { name: "排队的用户消息", from: "s14", needed: (one) => Boolean(one.steering ?? one.followUps) },
  { name: "从已有的 transcript 继续", from: "s14", needed: (one) => one.continueFrom !== undefined },
  { name: "调用者的停止条件", from: "s15", needed: (one) => one.stopAfterTurn !== undefined },
  { name: "应用自己的消息", from: "s15", needed: (one) => one.customMessage !== undefined },
  { name: "transformContext", from: "s15", needed: (one) => one.keepLast !== undefined },
  { name: "prepareNextTurn", from: "s15", needed: (one) => one.nextTurn !== undefined },
  { name: "getApiKey", from: "s15", needed: (one) => one.apiKey !== undefined },
];

/** What a scenario asks for that `chapter` cannot give yet; empty when it can be played there. */
export function lackingIn(chapter: string, scenario: Scenario): Feature[] {
  return FEATURES.filter(({ from, needed }) => chapter < from && needed(scenario));
}

function says(scenario: Scenario, type: ScenarioPart["type"]): boolean {
  const { script } = scenario;
  const replies = typeof script === "function" ? [script(1)] : script;
  return replies.some((reply) => reply.some((part) => part.type === type));
}

function anyTaking({ hooks }: Scenario): boolean {
  return hooks?.beforeTakes !== undefined || hooks?.afterTakes !== undefined;
}

function anyTool(scenario: Scenario, has: (tool: ScenarioTool) => boolean): boolean {
  return (scenario.tools ?? []).some(has);
}

function needs(scenario: Scenario, need: Need): boolean {
  return scenario.needs?.includes(need) ?? false;
}
