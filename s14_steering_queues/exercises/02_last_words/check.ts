import { test } from "vitest";
import type { AgentLoopConfig, AgentMessage } from "#s14/context.ts";
import { MessageQueue, type QueueMode } from "#s14/queues.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { userMessage } from "#shared/props.ts";

const READ = "README.md「工作原理」里的「里外两层」";
const FAILURE = "README.md「工作原理」里讲回复失败的一段";
/** More than any of these plays needs. */
const ENOUGH = 60;

type Planned = {
  /** The reply asks for tools, and the model has not seen the results. */
  calls?: boolean;
  failed?: boolean;
  /** What the user says while this turn goes on. */
  steer?: string[];
  followUp?: string[];
};

/** Plays these turns, and quiet ones when they are used up. What each turn heard, and what is left in the queues. */
async function played(plan: Planned[], { first = [] as string[], mode = "one-at-a-time" as QueueMode } = {}) {
  const { runTurns } = await answer<typeof import("./starter.ts")>();
  const steering = new MessageQueue(mode);
  const followUp = new MessageQueue("one-at-a-time");
  const say = (queue: MessageQueue, words: string[] = []) => words.forEach((said) => queue.enqueue(userMessage(said)));
  const textOf = (messages: AgentMessage[]) => messages.map(({ content }) => String(content)).join(" ");
  const heard: string[] = [];
  let steps = 0;
  const step = () => {
    if (++steps <= ENOUGH) return;
    const should = "没有结果要给模型看，两个队列都空了，运行就结束。";
    throw verdict({ saw: `各轮听到的是 ${said(heard.slice(0, 8))}，队列早就空了，还没有停。`, should, read: READ });
  };
  const asking = (queue: MessageQueue) => async () => {
    step();
    return queue.drain();
  };
  say(steering, first);
  const queues = { getSteeringMessages: asking(steering), getFollowUpMessages: asking(followUp) };
  await runTurns(queues, async (messages) => {
    step();
    const turn = plan[heard.length];
    heard.push(textOf(messages));
    say(steering, turn?.steer);
    say(followUp, turn?.followUp);
    return { goesOn: turn?.calls ?? false, failed: turn?.failed ?? false };
  });
  const left = (queue: MessageQueue) => Array.from({ length: 5 }, () => textOf(queue.drain())).filter(Boolean);
  return { heard, left: [...left(steering), ...left(followUp)] };
}

const said = (heard: string[]) => heard.map((words) => words || "（没有话）").join("、") || "（一轮也没有）";

test("what is said in the last turn is heard", async () => {
  const keep = fresh("等等");
  const { heard, left } = await played([{ calls: true }, { steer: [keep] }]);
  if (left.length > 0) {
    throw verdict({
      saw: `第二轮里模型不再要工具，用户这时插话「${keep}」；运行结束了，这句话还留在队列里，没有听到。`,
      should: "每一轮之后都问插话，不管模型还有没有事做：有话就再来一轮，没有才停。",
      read: READ,
    });
  }
  expectSame(heard, ["", "", keep], () => ({
    saw: `用户在第二轮里插话「${keep}」，各轮听到的是 ${said(heard)}。`,
    should: "第三轮听到它，然后结束。",
    read: READ,
  }));
});

test("steering is taken until there is none, then the follow-ups", async () => {
  const [s1, s2, s3, f1, f2] = [fresh("S1-"), fresh("S2-"), fresh("S3-"), fresh("F1-"), fresh("F2-")];
  const plan = [{ calls: true, steer: [s1, s2], followUp: [f1, f2] }, {}, {}, { steer: [s3] }];
  const { heard } = await played(plan);
  expectSame(heard, ["", s1, s2, f1, s3, f2], () => ({
    saw: `第一轮里插话 ${s1}、${s2}，追加 ${f1}、${f2}；听到 ${f1} 的那一轮又插话 ${s3}。各轮听到的是 ${said(heard)}。`,
    should: `一轮以后先问插话，没有插话了才问追加：依次是 ${said(["", s1, s2, f1, s3, f2])}。`,
    read: "README.md「解决方案」里的图",
  }));
});

test("a follow-up waits while there are results to show", async () => {
  const f1 = fresh("F1-");
  const { heard } = await played([{ calls: true, followUp: [f1] }, { calls: true }, {}]);
  expectSame(heard, ["", "", "", f1], () => ({
    saw: `第一轮里追加 ${f1}，前两轮都要了工具。各轮听到的是 ${said(heard)}。`,
    should: "模型还有没看过的结果，就还没有要停；追加等到要停的时候才问。",
    read: READ,
  }));
});

test("what waits before the run, and a queue that hands over all", async () => {
  const [s0, s1, s2] = [fresh("S0-"), fresh("S1-"), fresh("S2-")];
  const { heard } = await played([{ steer: [s1, s2] }], { first: [s0], mode: "all" });
  expectSame(heard, [s0, `${s1} ${s2}`], () => ({
    saw: `运行之前插话 ${s0}，第一轮里插话 ${s1} 和 ${s2}，队列一次全交。各轮听到的是 ${said(heard)}。`,
    should: "第一轮之前先问一次插话；交来几条，就在同一轮里都写进去。",
    read: READ,
  }));
});

test("a reply that failed ends the run, and the queues keep their words", async () => {
  const [s1, f1] = [fresh("S1-"), fresh("F1-")];
  const { heard, left } = await played([{ calls: true }, { failed: true, steer: [s1], followUp: [f1] }]);
  expectSame(
    [heard, left],
    [
      ["", ""],
      [s1, f1],
    ],
    () => ({
      saw: `第二轮的回复失败，那时两个队列里各有一句。各轮听到的是 ${said(heard)}，队列里还有 ${said(left)}。`,
      should: "失败或被中止，运行当场结束，两个队列都不问，话留到下一次运行。",
      read: FAILURE,
    }),
  );
});

test("queues may be missing, or give nothing", async () => {
  const { runTurns } = await answer<typeof import("./starter.ts")>();
  const nothing = (async () => undefined) as unknown as NonNullable<AgentLoopConfig["getSteeringMessages"]>;
  for (const queues of [{}, { getSteeringMessages: nothing, getFollowUpMessages: nothing }]) {
    let turns = 0;
    await runTurns(queues, async () => ({ goesOn: ++turns < 3, failed: turns > ENOUGH }));
    expectSame(turns, 3, () => ({
      saw: `${"getSteeringMessages" in queues ? "队列交回 undefined" : "两个函数都没有给"}，前两轮要了工具，一共跑了 ${turns} 轮。`,
      should: "没有队列，就和 s13 一样：三轮，模型不再要工具就停。",
      read: "README.md「接入主线」的末尾",
    }));
  }
});
