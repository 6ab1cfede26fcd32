import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s12/agent-loop.ts";
import type { AgentTool } from "#s12/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Part } from "#shared/script.ts";
import { scriptedStream, sendAll } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const BATCH = "batch.ts 的 executeToolCallsParallel，看它怎样叫醒一批主体";
const FAILS = "README.md「工作原理」里的「不排队的走三段」，末尾讲出错的一段";
const Work = Type.Object({ ms: Type.Number(), fails: Type.Optional(Type.Boolean()) });

const work = (ms: number, name = "work", more: object = {}) => call(fresh("c"), name, { ms, ...more });

/** When each body began and most were at work, on the chapter's own loop; and what the transcript says of each call. */
async function played(most: number, batches: Part[][]) {
  const { atMost } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const began: { id: string; at: number }[] = [];
  let [running, peak] = [0, 0];
  const working = (name: string): AgentTool<typeof Work> => ({
    name,
    label: "",
    description: "",
    parameters: Work,
    async execute(id, { ms, fails }) {
      began.push({ id, at: Math.floor(clock.now) });
      peak = Math.max(peak, ++running);
      await clock.sleep(ms);
      running--;
      if (fails) throw new Error(`${id} failed`);
      return saying(`${id} took ${ms}`);
    },
  });
  const tools: unknown = atMost(most, [working("work"), working("toil")]);
  if (!Array.isArray(tools)) throw noTools(tools);
  const { streamFn } = scriptedStream([...batches, [text("好")]], undefined, { clock });
  const config = { model: stageModel(STAGE_MODEL), convertToLlm: (messages: object[]) => sendAll<never>(messages) };
  const context = { systemPrompt: "", messages: [], tools };
  try {
    const added = await clock.run(runAgentLoop([userMessage("做")], context, config, () => {}, undefined, streamFn));
    const results = added.flatMap((one) => (one.role === "toolResult" ? [textOf(one.content)] : []));
    const failed = added.flatMap((one) => (one.role === "toolResult" ? [one.isError] : []));
    return {
      failed,
      at: began.map((one) => one.at),
      ids: began.map((one) => one.id),
      peak,
      results,
      ms: Math.floor(clock.now),
    };
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    throw verdict({
      saw: `最多 ${most} 个同时执行，开始了 ${began.length} 个，还在做的是 ${running} 个，却再也没有别的开始，运行停住了。`,
      should: "做完的、失败的，都要让出位置，叫醒最早来的那一个。用计时器反复去看不行，这里的时间是假的。",
      read: FAILS,
    });
  }
}

function noTools(seen: unknown): Error {
  const saw = `没有交回一列工具，交回的是 ${String(seen)}。`;
  return verdict({ saw, should: "交回一列工具，和交给它的一样多，次序也一样。", read: "tools.ts 的 AgentTool" });
}

const idsOf = (calls: Part[]) => calls.map((part) => (part.type === "call" ? part.id : ""));

test("the third waits until one of two is done", async () => {
  const calls = [work(300), work(100), work(200)];
  const { at, ms } = await played(2, [calls]);
  expectSame([...at, ms], [0, 0, 100, 300], () => ({
    saw: `最多两个，三个主体要 300、100、200 毫秒，开始于 ${at.join("、")} 毫秒，一共 ${ms} 毫秒。`,
    should: "前两个在 0 毫秒一起开始，第三个等其中一个做完就开始，在 100 毫秒，一共 300 毫秒。",
    read: BATCH,
  }));
});

test("all tools are counted together, and never too many", async () => {
  for (const most of [1, 2, 3]) {
    const calls = [30, 10, 10, 20, 5, 10, 30].map((ms, index) => work(ms, index % 2 === 0 ? "work" : "toil"));
    const { peak } = await played(most, [calls]);
    expectSame(peak, most, () => ({
      saw: `两个工具，一批七个调用，最多 ${most} 个，同时执行的却到过 ${peak} 个。`,
      should: `几个工具合起来数，正好用满 ${most} 个，不多不少。`,
      read: BATCH,
    }));
  }
});

test("who came first begins first, and answers stay in order", async () => {
  const calls = [work(10), work(40, "toil"), work(20), work(30), work(5)];
  const { ids, results } = await played(1, [calls]);
  expectSame(ids, idsOf(calls), () => ({
    saw: `最多一个，五个调用开始的次序是第 ${ids.map((id) => idsOf(calls).indexOf(id) + 1).join("、")} 个。`,
    should: "先来的先开始，次序和调用的次序相同。",
    read: "README.md「解决方案」里的三个次序",
  }));
  const wanted = calls.map((part) => (part.type === "call" ? `${part.id} took ${String(part.arguments.ms)}` : ""));
  expectSame(results, wanted, () => ({
    saw: `五条结果是 ${JSON.stringify(results)}。`,
    should: "每个工具照样收到自己的 id 和参数，它返回什么，结果就是什么。",
    read: "tools.ts 的 AgentTool",
  }));
});

test("one that comes just when a place is made does not go first", async () => {
  const { atMost } = await answer<typeof import("./starter.ts")>();
  // How many steps the answer takes from the end of a body to the next, is its own affair: each of them is tried.
  for (let steps = 0; steps < 12; steps++) {
    const began: string[] = [];
    let [finish, running, peak] = [() => {}, 0, 0];
    const [tool] = atMost(1, [
      {
        name: "work",
        label: "",
        description: "",
        parameters: Type.Object({}),
        async execute(id) {
          began.push(id);
          peak = Math.max(peak, ++running);
          if (id === "first") await new Promise<void>((resolve) => (finish = resolve));
          running--;
          return saying("");
        },
      },
    ]);
    const calls = ["first", "waits"].map((id) => tool?.execute(id, {}));
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    for (let step = 0; step < steps; step++) await Promise.resolve();
    calls.push(tool?.execute("comes", {}));
    await Promise.allSettled(calls);
    expectSame([began, peak], [["first", "waits", "comes"], 1], () => ({
      saw: `最多一个：一个在做，一个在等。做完的同一刻又来了一个，开始的次序是 ${began.join("、")}，同时执行的到过 ${peak} 个。`,
      should: "先来的先开始，次序是 first、waits、comes：让出来的位置，是等着的那一个的。",
      read: "README.md「解决方案」里的三个次序",
    }));
  }
});

test("a body that fails makes room too, also for the next batch", async () => {
  const first = [work(10, "work", { fails: true }), work(10, "toil", { fails: true }), work(10)];
  const { at, results, failed } = await played(1, [first, [work(10), work(10)]]);
  expectSame(at, [0, 10, 20, 30, 40], () => ({
    saw: `最多一个，前两个失败，两批五个主体各 10 毫秒，开始于 ${at.join("、")} 毫秒。`,
    should: "失败也让出位置：0、10、20、30、40，下一批不受影响。",
    read: FAILS,
  }));
  expectSame(
    results.slice(0, 2),
    idsOf(first.slice(0, 2)).map((id) => `${id} failed`),
    (seen) => ({
      saw: `前两个工具抛错，前两条结果却是 ${JSON.stringify(seen)}。`,
      should: "工具失败，包在外面的也失败，错误不变；变成结果是循环的事。",
      read: "execute.ts 的 executePreparedToolCall",
    }),
  );
  expectSame(failed, [true, true, false, false, false], (seen) => ({
    saw: `前两个工具抛错，别的没有，五条结果的 isError 是 ${seen.join("、")}。`,
    should: "工具失败，包在外面的也失败；接住它、换成一份照常的结果，模型就不知道失败了。",
    read: "execute.ts 的 executePreparedToolCall",
  }));
});

test("the rest of a tool stays", async () => {
  const { atMost } = await answer<typeof import("./starter.ts")>();
  const description = fresh("说明");
  const tool: AgentTool<typeof Work> = {
    name: fresh("tool"),
    label: "",
    description,
    parameters: Work,
    prepareArguments: () => ({ ms: 1 }),
    execute: async () => saying(""),
    executionMode: "sequential",
  };
  const before = { ...tool };
  const tools: unknown = atMost(2, [tool]);
  if (!Array.isArray(tools)) throw noTools(tools);
  // What else the wrapper carries is its own affair.
  const kept = Object.keys(before).filter((key) => key !== "execute") as (keyof typeof tool)[];
  const of = (one?: typeof tool) => kept.map((key) => one?.[key]);
  expectSame<unknown>([of(tools[0]), tool.execute], [of(before), before.execute], () => ({
    saw: `包过以后，${kept.join("、")} 里有的变了，或者原来那个工具的 execute 被换掉了。`,
    should: "只换 execute，别的原样留着：模型看的是说明，循环看的是 executionMode。原来的工具也不动。",
    read: "tools.ts 的 AgentTool",
  }));
});
