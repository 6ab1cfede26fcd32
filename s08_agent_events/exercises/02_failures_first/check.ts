import { test } from "vitest";
import type { AgentMessage, Run } from "#s08/context.ts";
import type { AgentEvent } from "#s08/events.ts";
import type { AgentTool } from "#s08/tools.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里的「结果等回复说完」";
const LISTENER = "README.md「解决方案」里的「消息不论是谁的」一段";

const works: AgentTool = {
  name: "works",
  label: "works",
  description: "",
  execute: async () => ({ content: [{ type: "text", text: "ok" }], details: {} }),
};
const breaks: AgentTool = { ...works, name: "breaks", execute: () => Promise.reject(new Error("broken")) };
/** Takes so long that nobody can have it done by chance. */
const tarries: AgentTool = {
  ...works,
  name: "tarries",
  async execute(...asked) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return works.execute(...asked);
  },
};

/** One turn after "hi", on the real pieces of the chapter: what was told, and what the run kept. */
async function played(reply: Reply) {
  const { runTurn } = await answer<typeof import("./starter.ts")>();
  const events: AgentEvent[] = [];
  const messages: AgentMessage[] = [userMessage("hi")];
  const { streamFn } = scriptedStream([reply]);
  const run: Run = {
    context: { systemPrompt: "", messages, tools: [works, breaks, tarries] },
    config: { model: stageModel("model-a"), convertToLlm: (all) => all },
    async emit(event) {
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
      events.push(event);
    },
    signal: undefined,
    streamFn,
    newMessages: [],
  };
  const { message, toolResults } = await runTurn(run);
  const told = (type: "message_start" | "message_end") =>
    events.flatMap((event) => (event.type === type ? [nameOf(event.message)] : []));
  return {
    events,
    told,
    kept: messages.slice(1).map(nameOf),
    added: run.newMessages.map(nameOf),
    message,
    toolResults,
  };
}

function nameOf(message: AgentMessage): string {
  return message.role === "toolResult" ? `toolResult ${message.toolCallId}` : message.role;
}

function expectTold(what: string, told: string[], wanted: string[]): void {
  expectSame(told, wanted, () => ({
    saw: `${what}，听众依次听到的是 ${told.join(" → ") || "（一条也没有）"}。`,
    should: `应当是 ${wanted.join(" → ")}：消息不论是谁的，也不论成败，都按 transcript 的次序报。只听事件的人才拼得出对话；工具做完了，另有 tool_execution_end 去说。`,
    read: READ,
  }));
}

test("a failed result waits for its reply", async () => {
  const id = fresh("call-");
  const { told } = await played([call(id, "breaks"), text("稍等")]);
  expectTold("一个工具抛错", told("message_end"), ["assistant", `toolResult ${id}`]);
});

test("so does every result, in the order of the calls", async () => {
  const ids = [fresh("call-"), fresh("call-"), fresh("call-")];
  const names = ["works", "breaks", "works"];
  const { told } = await played(names.map((name, index) => call(ids[index] ?? "", name)));
  const wanted = ["assistant", ...ids.map((id) => `toolResult ${id}`)];
  expectTold("三个调用，中间的一个失败", told("message_end"), wanted);
  const starts = told("message_start");
  expectSame(starts, wanted, () => ({
    saw: `三个调用，报出的 message_start 依次是 ${starts.join(" → ") || "（一个也没有）"}。`,
    should: "每条消息有一个开头、一个结尾，次序相同。",
    read: LISTENER,
  }));
});

test("the transcript is that which was told", async () => {
  const ids = [fresh("call-"), fresh("call-")];
  const { told, kept, added, toolResults } = await played([call(ids[0] ?? "", "breaks"), call(ids[1] ?? "", "works")]);
  const heard = told("message_end");
  expectSame([kept, added], [heard, heard], () => ({
    saw: `听到的是 ${heard.join(" → ")}，transcript 里添的是 ${kept.join(" → ")}，newMessages 里是 ${added.join(" → ")}。`,
    should: "三处一样：回复在前，两条结果在后，一条不多，一条不少。",
    read: LISTENER,
  }));
  const returned = toolResults.map(nameOf);
  expectSame(returned, heard.slice(1), () => ({
    saw: `交回的 toolResults 是 ${returned.join(" → ") || "（空的）"}。`,
    should: "turn_end 要用它：这一轮的每条结果，按调用的次序。",
    read: "loop.ts 的 runTurn",
  }));
});

test("a call still runs as soon as it is complete", async () => {
  const { events } = await played([call("call-1", "breaks"), text("稍等")]);
  const ends = events.flatMap((event) => {
    if (event.type === "tool_execution_end") return ["tool_execution_end"];
    if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") return ["text_delta"];
    return [];
  });
  expectSame(ends, ["tool_execution_end", "text_delta"], () => ({
    saw: `回复里先是调用，再是一句话，报出的次序却是 ${ends.join(" → ")}。`,
    should: "到 s10 为止，调用一到就执行，流停下来等它。要改的只是报结果消息的时候。",
    read: READ,
  }));
});

test("the reply waits for a tool that takes its time", async () => {
  const { events, toolResults } = await played([call("call-1", "tarries"), text("稍等")]);
  const order = events.flatMap((event) => {
    if (event.type === "tool_execution_end") return ["tool_execution_end"];
    return event.type === "message_end" ? [`message_end ${nameOf(event.message)}`] : [];
  });
  const wanted = ["tool_execution_end", "message_end assistant", "message_end toolResult call-1"];
  expectSame([order, toolResults.length], [wanted, 1], () => ({
    saw: `工具要等一会儿，报出的依次是 ${order.join(" → ")}，runTurn 交回 ${toolResults.length} 条结果。`,
    should: "调用一到就执行，而且等它做完，流才往下走；到 runTurn 交回的时候，每个调用都有结果，每个事件都报完了。",
    read: READ,
  }));
});
