import { Type } from "typebox";
import { test } from "vitest";
import type { AgentLoopConfig, Run } from "#s12/context.ts";
import type { AgentEvent } from "#s12/events.ts";
import type { AssistantMessage, ToolCall } from "#s12/messages.ts";
import type { AgentTool } from "#s12/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel } from "#shared/props.ts";
import { scriptedStream, sendAll } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const READ = "README.md「工作原理」里的「不排队的走三段」";
const Work = Type.Object({ ms: Type.Number() });
const work = (ms: number, name = "work"): ToolCall => ({ type: "toolCall", id: fresh("c"), name, arguments: { ms } });

/** Plays the calls, each for its `ms`; all that happens is logged as words with the number of the call. */
async function played(toolCalls: ToolCall[], config: (clock: VirtualClock) => Partial<AgentLoopConfig> = () => ({})) {
  const { executeToolCallsParallel } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const log: string[] = [];
  const note = (what: string, id: string) => log.push(`${what} ${toolCalls.findIndex((call) => call.id === id) + 1}`);
  const tool: AgentTool<typeof Work> = {
    name: "work",
    label: "",
    description: "",
    parameters: Work,
    async execute(id, { ms }) {
      note("body", id);
      await clock.sleep(ms);
      if (ms === 13) throw new Error("bad luck");
      return { ...saying(`${id} done`), terminate: ms === 7 };
    },
  };
  const { beforeToolCall, ...rest } = config(clock);
  const run: Run = {
    context: { systemPrompt: "", messages: [], tools: [tool] },
    config: {
      model: stageModel(STAGE_MODEL),
      convertToLlm: sendAll,
      ...rest,
      async beforeToolCall(asked) {
        note("ask", asked.toolCall.id);
        const said = await beforeToolCall?.(asked);
        note("answer", asked.toolCall.id);
        return said;
      },
    },
    emit(event: AgentEvent) {
      if (event.type === "tool_execution_start") note("start", event.toolCallId);
      if (event.type === "tool_execution_end") note("end", event.toolCallId);
      if (event.type === "message_end" && event.message.role === "toolResult") note("result", event.message.toolCallId);
    },
    signal: undefined,
    streamFn: scriptedStream([]).streamFn,
    newMessages: [],
  };
  const assistantMessage = { role: "assistant", content: toolCalls } as unknown as AssistantMessage;
  try {
    const batch = await clock.run(executeToolCallsParallel({ run, assistantMessage, toolCalls }));
    return { log, batch, ms: Math.floor(clock.now) };
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    const saw = `到「${log.at(-1)}」就停住了，后面再没有事发生。`;
    throw verdict({ saw, should: "预检全部做完，主体就一起开始；每个都做完，才发结果。", read: READ });
  }
}

const only = (log: string[], ...kinds: string[]) => log.filter((line) => kinds.includes(line.split(" ")[0] ?? ""));

test("no body begins before the last question is answered", async () => {
  const { log } = await played([work(30), work(10), work(20)], (clock) => ({
    async beforeToolCall() {
      await clock.sleep(1000);
      return undefined;
    },
  }));
  const early = log.findIndex((line) => line.startsWith("body"));
  const open = only(log.slice(early), "ask", "answer");
  expectSame(open, [], () => ({
    saw: `每个调用都要问用户，依次发生的是：${only(log, "ask", "answer", "body").join("、")}。还没有问完，已经有主体（body）开始了。`,
    should: "预检全部做完，主体才开始。问用户的时候，这一批什么都还没有做。",
    read: "README.md「工作原理」里的「一个提问，拖住一批」",
  }));
  const inTurn = [1, 2, 3].flatMap((number) => [`start ${number}`, `ask ${number}`, `answer ${number}`]);
  expectSame(only(log, "start", "ask", "answer"), inTurn, (seen) => ({
    saw: `开始处理（start）、提问和回答依次是：${seen.join("、")}。`,
    should: "预检按调用的次序，一个做完再做下一个，轮到了才报它的 tool_execution_start；终端里一次只有一个提问。",
    read: "README.md「解决方案」里的三段",
  }));
});

test("the bodies run at once, and answer in the order of the calls", async () => {
  const calls = [work(300), work(100), work(200)];
  const { log, batch, ms } = await played(calls);
  expectSame([ms, ...only(log, "body", "end")], [300, "body 1", "body 2", "body 3", "end 2", "end 3", "end 1"], () => ({
    saw: `三个主体要 300、100、200 毫秒，依次是：${only(log, "body", "end").join("、")}，一共 ${ms} 毫秒。`,
    should: "主体一起开始，谁先做完谁先结束，一共 300 毫秒。",
    read: READ,
  }));
  const ids = batch.messages.map(({ toolCallId }) => calls.findIndex(({ id }) => id === toolCallId) + 1);
  const lateFirst = log.slice(-3);
  expectSame(
    [ids, lateFirst],
    [
      [1, 2, 3],
      ["result 1", "result 2", "result 3"],
    ],
    () => ({
      saw: `交回的结果依次是第 ${ids.join("、")} 个的，最后三件事是：${lateFirst.join("、")}。`,
      should: "主体全部做完以后，按调用的次序发结果。",
      read: "README.md「解决方案」里的三个次序",
    }),
  );
});

test("a refused call ends at once", async () => {
  const { log, batch } = await played([work(30), work(10, "nope"), work(13), work(20)]);
  expectSame(only(log, "body", "end").slice(0, 4), ["end 2", "body 1", "body 3", "body 4"], () => ({
    saw: `第二个调用找不到工具，依次是：${only(log, "body", "end").join("、")}。`,
    should: "没有通过预检的，当场结束，不等任何主体。",
    read: "README.md「工作原理」里的「没有通过预检的，当场结束」",
  }));
  expectSame(
    batch.messages.map(({ isError }) => isError),
    [false, true, true, false],
    (seen) => ({
      saw: `四个调用里第二个找不到工具，第三个失败，四条结果的 isError 是 ${seen.join("、")}。`,
      should: "一个坏了，别的照样做完；每个调用一条结果。",
      read: READ,
    }),
  );
});

test("a batch ends the run only when all of it asks", async () => {
  const seen = [
    (await played([work(7), work(7)])).batch.terminate,
    (await played([work(7), work(8)])).batch.terminate,
    (await played([])).batch.terminate,
  ];
  expectSame(seen, [true, false, false], () => ({
    saw: `全部要求结束、一条没有要求、一个调用也没有，terminate 依次是 ${seen.join("、")}。`,
    should: "有调用，而且每条结果都要求结束，才是 true。",
    read: "README.md「工作原理」里的「提前结束」",
  }));
});
