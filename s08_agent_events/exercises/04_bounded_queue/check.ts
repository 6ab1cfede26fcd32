import { test } from "vitest";
import { runAgentLoop } from "#s08/agent-loop.ts";
import type { AgentLoopConfig } from "#s08/context.ts";
import type { AgentEvent } from "#s08/events.ts";
import type { AgentTool } from "#s08/tools.ts";
import { answer, expectSame, verdict } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const WAIT = "README.md「工作原理」里的「等，还是不等」";
const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: (messages) => messages };

type Queue = InstanceType<typeof import("./starter.ts").BoundedQueue<AgentEvent>>;
type Reader = (queue: Queue, clock: VirtualClock, heard: (event: AgentEvent) => void) => Promise<void>;

/** The run of the default case through a queue of the answer, by the virtual clock. */
async function played(limit: number, reader: Reader) {
  const { BoundedQueue } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const queue = new BoundedQueue<AgentEvent>(limit);
  const heard: string[] = [];
  const ran: { at: number; heard: number }[] = [];
  const tool: AgentTool = {
    name: "current_time",
    label: "时钟",
    description: "",
    async execute() {
      ran.push({ at: Math.floor(clock.now), heard: heard.length });
      return { content: [{ type: "text", text: "now" }], details: {} };
    },
  };
  const context = { systemPrompt: "", messages: [], tools: [tool] };
  const { streamFn } = scriptedStream([[call("call-1", "current_time")], [text("好")]]);
  const emit = async (event: AgentEvent) => {
    try {
      await queue.push(event);
    } catch (error) {
      throw verdict({
        saw: `读者读到 ${heard.length} 个事件以后，push 抛错：${String(error)}。`,
        should: "sink 一抛错，运行就失败。push 只有两种结果：现在兑现，或者过一会儿兑现；读者走了，也照样兑现。",
        read: WAIT,
      });
    }
  };
  const run = runAgentLoop([userMessage("hi")], context, config, emit, undefined, streamFn).finally(() => queue.end());
  const reading = reader(queue, clock, ({ type }) => void heard.push(type));
  const [added] = await settled(clock, Promise.all([run, reading]), () => `读者读到 ${heard.length} 个事件`);
  return { heard, ran, added: added.length };
}

/** What the play comes to. One that can never come to its end is a verdict, not a time-out. */
async function settled<T>(clock: VirtualClock, play: Promise<T>, soFar: () => string): Promise<T> {
  try {
    return await clock.run(play);
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    throw verdict({
      saw: `${soFar()}以后，演不下去了：循环在等 push，或者读者在等事件，没有谁会来叫醒它。`,
      should:
        "读者取走一个，等着的 push 就看一看放不放得下；放进一个，或者 end 了，等着的读者就醒；读者走了，谁也不再等他。用计时器反复去看不行，这里的时间是假的。",
      read: "event-stream.ts 的 #wake",
    });
  }
}

const patient: Reader = async (queue, _clock, heard) => {
  for await (const event of queue) heard(event);
};

test("a reader who keeps up has every event, in order", async () => {
  const direct: string[] = [];
  const { streamFn } = scriptedStream([[call("call-1", "current_time")], [text("好")]]);
  const emit = ({ type }: AgentEvent) => void direct.push(type);
  const context = { systemPrompt: "", messages: [] };
  await runAgentLoop([userMessage("hi")], context, config, emit, undefined, streamFn);
  const { heard } = await played(3, patient);
  expectSame(heard, direct, (seen) => ({
    saw: `循环报了 ${direct.length} 个事件，一直在读的读者得到 ${seen.length} 个：${seen.join("、")}。`,
    should: "一个不少，次序不变，agent_end 之后迭代结束。",
    read: WAIT,
  }));
});

/** Pushes one event after the other, and takes `most` of them: after each it must have got ahead by `limit`. */
async function expectAhead(limit: number, most: number): Promise<void> {
  const { BoundedQueue } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const queue = new BoundedQueue<number>(limit);
  let pushed = 0;
  const pushing = (async () => {
    for (let event = 0; event < limit + most + 5; event++) {
      await queue.push(event);
      pushed++;
    }
  })();
  pushing.catch(() => {});
  const reader = queue[Symbol.asyncIterator]();
  for (let taken = 0; taken <= most; taken++) {
    if (taken > 0) await settled(clock, reader.next(), () => `放进 ${pushed} 个、取走 ${taken - 1} 个`);
    await clock.run(clock.sleep(1));
    expectSame(pushed, limit + taken, (seen) => ({
      saw: `limit 是 ${limit}，读者取走 ${taken} 个的时候，push 已经兑现了 ${seen} 次。`,
      should: `没有取走的不超过 limit 个，push 就马上兑现，超过就等：这时应当正好兑现 ${limit + taken} 次。`,
      read: WAIT,
    }));
  }
}

test("the run is ahead by the limit and no more", async () => {
  for (const limit of [1, 3]) await expectAhead(limit, 3);
});

test("a slow reader slows the run down", async () => {
  const slow: Reader = async (queue, clock, heard) => {
    for await (const event of queue) {
      heard(event);
      await clock.sleep(100);
    }
  };
  const { ran, heard } = await played(3, slow);
  expectSame(ran, [{ at: 500, heard: 6 }], () => ({
    saw: `读者每个事件要花 100 毫秒，工具执行了 ${ran.length} 次${ran.map((one) => `，在第 ${one.at} 毫秒，那时读到第 ${one.heard} 个`).join("")}。`,
    should:
      "limit 是 3：工具前面有九个事件，第九个要等读者取走第六个才算放好，那是第 500 毫秒。快慢由读者定，这就是背压。",
    read: WAIT,
  }));
  expectSame(heard.at(-1), "agent_end", (seen) => ({
    saw: `读者读到的最后一个事件是 ${String(seen)}。`,
    should: "运行结束以后，队列里剩下的还读得到，直到 agent_end。",
    read: WAIT,
  }));
});

test("a reader may come late", async () => {
  const late: Reader = async (queue, clock, heard) => {
    await clock.sleep(1000);
    await patient(queue, clock, heard);
  };
  const { heard, ran } = await played(3, late);
  expectSame([heard.at(-1), ran.length, (ran[0]?.at ?? 0) >= 1000], ["agent_end", 1, true], () => ({
    saw: `读者第 1000 毫秒才来，工具在第 ${String(ran[0]?.at)} 毫秒执行，读者最后读到 ${String(heard.at(-1))}。`,
    should: "没有人来读，放满 limit 个就等；人来了接着走，一个事件也不丢。",
    read: WAIT,
  }));
});

test("nobody waits for a reader who has left", async () => {
  for (const [when, limit] of [
    ["队列还没有放满的时候", 50],
    ["循环正在等他的时候", 1],
  ] as const) {
    const leaving: Reader = async (queue, clock, heard) => {
      for await (const event of queue) {
        heard(event);
        await clock.sleep(100);
        if (event.type === "turn_start") break;
      }
    };
    const { ran, added } = await played(limit, leaving);
    expectSame([ran.length, added], [1, 4], () => ({
      saw: `读者在${when}走了，工具执行了 ${ran.length} 次，运行新增 ${added} 条消息。`,
      should: "走的只是读者：工具照样执行，transcript 四条一条不少。",
      read: "README.md「试一下」里的 leaving-consumer",
    }));
  }
});

test("several may wait at one time", async () => {
  const { BoundedQueue } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const queue = new BoundedQueue<number>(1);
  let pushed = 0;
  const count = () => void pushed++;
  for (let event = 0; event < 4; event++) void queue.push(event).then(count, count);
  const reader = queue[Symbol.asyncIterator]();
  for (let taken = 0; taken <= 3; taken++) {
    if (taken > 0) await settled(clock, reader.next(), () => `一起放进 4 个、取走 ${taken - 1} 个`);
    await clock.run(clock.sleep(1));
    // Which of those that wait go first is their own affair; none may be forgotten once there is room.
    const room = 4 - taken <= 1;
    expectSame(room ? pushed : Math.min(pushed, 1 + taken), room ? 4 : pushed, () => ({
      saw: `limit 是 1，四个 push 一起来，读者取走 ${taken} 个，还有 ${4 - taken} 个没有取走，兑现的是 ${pushed} 个。`,
      should: "没有取走的多于 limit 个，等着的就还要等；放得下了，谁在等，一个也不能忘。",
      read: WAIT,
    }));
  }
});
