import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s14/agent-loop.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "#s14/context.ts";
import { MessageQueue, type QueueMode } from "#s14/queues.ts";
import type { AgentTool } from "#s14/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { VirtualClock } from "#shared/virtual-clock.ts";

const READ = "README.md「工作原理」里讲中止的一段：有一处要当心";
const PI = "README.md「与真实源码对照」里的「停止时，队列怎么办」";

type Scene = {
  /** Said in the first second. */
  steer?: string[];
  followUp?: string[];
  mode?: QueueMode;
  /** When the user stops the run; never when it is left out. */
  stopAt?: number;
  /** Said between the stop and the end of the run. */
  late?: { steer: string; followUp: string };
  /** The tool asks to end the run, so no further request is made. */
  terminate?: boolean;
};

const wordsOf = (messages: AgentMessage[]) => messages.map(({ content }) => textOf(content as string));

/** One run of the chapter's own loop, with a tool that takes four seconds and heeds no signal; then what is left. */
async function played({ steer = [], followUp = [], mode = "one-at-a-time", stopAt, late, terminate = false }: Scene) {
  const { stoppable } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const queues = { steering: new MessageQueue(mode), followUp: new MessageQueue(mode) };
  const run = stoppable(queues.steering, queues.followUp);
  const say = (queue: MessageQueue, words: string[]) => words.forEach((said) => queue.enqueue(userMessage(said)));
  const build: AgentTool = {
    name: "build",
    label: "",
    description: "",
    parameters: Type.Object({}),
    async execute() {
      await clock.sleep(4000);
      return { ...saying("Built"), terminate };
    },
  };
  let handedBack: AgentMessage[] = [];
  const user = async () => {
    await clock.sleep(1000);
    say(queues.followUp, followUp);
    say(queues.steering, steer);
    if (stopAt === undefined) return;
    await clock.sleep(stopAt - 1000);
    handedBack = run.stop();
    await clock.sleep(500);
    say(queues.steering, late ? [late.steer] : []);
    say(queues.followUp, late ? [late.followUp] : []);
  };
  const { streamFn } = scriptedStream(
    (request) => (request === 1 ? [call(fresh("c"), "build")] : [text("好")]),
    undefined,
    {
      clock,
    },
  );
  const config: AgentLoopConfig = { model: stageModel(STAGE_MODEL), convertToLlm: (all) => all, ...run.config };
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [build] };
  const running = runAgentLoop([userMessage("编译")], context, config, () => {}, run.signal, streamFn);
  const [added] = await clock.run(Promise.all([running, user()]));
  const inRun = wordsOf(added.filter(({ role }) => role === "user").slice(1));
  const drained = (queue: MessageQueue) => Array.from({ length: 9 }, () => wordsOf(queue.drain())).flat();
  const left = { steering: drained(queues.steering), followUp: drained(queues.followUp) };
  const last = added.at(-1);
  return {
    inRun,
    handedBack: wordsOf(handedBack),
    left,
    end: last?.role === "assistant" ? last.stopReason : last?.role,
  };
}

const list = (words: string[]) => words.join("、") || "（没有）";

test("what waits at the stop comes back, and the run hears none of it", async () => {
  const [words, more] = [fresh("注释也换"), fresh("再改")];
  const { inRun, handedBack, end } = await played({ steer: [words], followUp: [more], stopAt: 2000 });
  if (inRun.length > 0) {
    throw verdict({
      saw: `编译时插话「${words}」，追加「${more}」，接着按了停止；停下的这次运行还是取走了「${list(inRun)}」，没有人答它。`,
      should: "停止以后，这次运行一句也不该听到。按下停止，到循环看出来，中间它还会来问话；来的是你的两个函数。",
      read: READ,
    });
  }
  expectSame(handedBack, [words, more], () => ({
    saw: `按停止时两个队列里是「${words}」和「${more}」，stop() 交还的是 ${list(handedBack)}。`,
    should: "两句都交还，插话在前，追加在后，由用户决定要不要再说。",
    read: PI,
  }));
  expectSame(end, "aborted", () => ({
    saw: `按了停止，运行的最后一条却是 ${String(end)}。`,
    should: "stop() 也要真的停：signal 是交给循环的那一个，最后一条是 aborted 的回复。",
    read: "README.md「工作原理」里讲中止的一段",
  }));
});

test("all of it comes back, once, in order", async () => {
  const [steer, followUp] = [
    [fresh("S"), fresh("S"), fresh("S")],
    [fresh("F"), fresh("F")],
  ];
  for (const mode of ["one-at-a-time", "all"] as const) {
    const { handedBack, left } = await played({ steer, followUp, mode, stopAt: 2000 });
    expectSame(handedBack, [...steer, ...followUp], () => ({
      saw: `队列是 ${mode}，里面有插话 ${list(steer)}，追加 ${list(followUp)}，stop() 交还的是 ${list(handedBack)}。`,
      should: "等着的全部交还：插话在前，追加在后，各按说的先后。one-at-a-time 的队列，drain() 一次只给一条。",
      read: "queues.ts 的 drain",
    }));
    const kept = [...left.steering, ...left.followUp];
    expectSame(kept, [], () => ({
      saw: `stop() 已经交还，队列里还有 ${list(kept)}。`,
      should: "交还的就不在队列里了，不然下一次运行又会听到一遍。",
      read: PI,
    }));
  }
});

test("what is said after the stop waits for the next run", async () => {
  const late = { steer: fresh("迟"), followUp: fresh("迟") };
  const { inRun, left } = await played({ stopAt: 2000, late });
  expectSame([inRun, left.steering, left.followUp], [[], [late.steer], [late.followUp]], () => ({
    saw: `第 2000 毫秒停止，编译到 4000 毫秒才完；2500 毫秒插话、追加的，运行取走了 ${list(inRun)}，队列里还有 ${list([...left.steering, ...left.followUp])}。`,
    should: "停止以后说的，这次运行一句也不取，原样留在队列里，给下一次运行。",
    read: READ,
  }));
});

test("a run that ends without another request", async () => {
  const late = { steer: fresh("迟"), followUp: fresh("迟") };
  const { inRun, left } = await played({ stopAt: 2000, late, terminate: true });
  expectSame([inRun, left.followUp], [[], [late.followUp]], () => ({
    saw: `工具的结果要求结束，没有下一个请求；停止以后追加的，运行取走了 ${list(inRun)}，队列里还有 ${list(left.followUp)}。`,
    should: "这时循环要停了，会问追加。两个队列都要看信号，不能只看插话的那一个。",
    read: "README.md「解决方案」里的图",
  }));
});

test("a run that nobody stops hears everything", async () => {
  const [words, more] = [fresh("S"), fresh("F")];
  const { inRun, end } = await played({ steer: [words], followUp: [more] });
  expectSame([inRun, end], [[words, more], "stop"], () => ({
    saw: `没有人按停止，运行里听到的是 ${list(inRun)}，最后一条是 ${String(end)}。`,
    should: "没有停止，两个队列照旧：先插话，要停下时追加。",
    read: "README.md「工作原理」里的「里外两层」",
  }));
});
