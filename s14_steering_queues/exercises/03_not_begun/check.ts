import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s14/agent-loop.ts";
import type { AgentContext, AgentLoopConfig } from "#s14/context.ts";
import type { AgentTool } from "#s14/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { VirtualClock } from "#shared/virtual-clock.ts";

const SKIPPED = "Skipped: the user has just said something";
const READ = "README.md「工作原理」里的「插话不打断」";
const LOOPS = "README.md「工作原理」里的「里外两层」";
const QUEUE = "queues.ts 的 MessageQueue";

/** `elsewhere`: to another attentive(), not to the one of this run. */
type Said = { at: number; text: string; elsewhere?: true };

type Sent = { role: string; content: Parameters<typeof textOf>[0] };

/** Plays on the chapter's own loop; an edit takes two seconds, and edits run one after the other. */
async function played(script: Reply[], says: Said[]) {
  const { attentive } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const edited: string[] = [];
  const edit: AgentTool = {
    name: "edit",
    label: "",
    description: "",
    parameters: Type.Object({}),
    executionMode: "sequential",
    async execute(id) {
      edited.push(id);
      await clock.sleep(2000);
      return saying(`${id} edited`);
    },
  };
  const [{ steer: steerHere, config: more }, other] = [attentive(), attentive()];
  for (const said of says) {
    const steer = said.elsewhere ? other.steer : steerHere;
    if (said.at === 0) steer(userMessage(said.text));
    else void clock.sleep(said.at).then(() => steer(userMessage(said.text)));
  }
  const { streamFn, requests } = scriptedStream(script, undefined, { clock });
  const config: AgentLoopConfig = { model: stageModel(STAGE_MODEL), convertToLlm: (all) => all, ...more };
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [edit] };
  const added = await clock.run(runAgentLoop([userMessage("改")], context, config, () => {}, undefined, streamFn));
  const results = added.flatMap((one) => (one.role === "toolResult" ? [textOf(one.content)] : []));
  const heard = requests.map(({ messages }) =>
    (messages as Sent[]).flatMap(({ role, content }) => (role === "user" ? [textOf(content)] : [])).slice(1),
  );
  return { edited, results, heard, ms: Math.floor(clock.now) };
}

const edits = (count: number) => Array.from({ length: count }, () => call(fresh("call-"), "edit"));
const idsOf = (calls: Reply) => calls.map((part) => (part.type === "call" ? part.id : ""));

test("what is not begun when the user speaks is skipped", async () => {
  const calls = edits(4);
  const words = fresh("旧接口留着");
  const { edited, results, heard, ms } = await played([calls, [text("好")]], [{ at: 3500, text: words }]);
  const ids = idsOf(calls);
  expectSame(edited, ids.slice(0, 2), () => ({
    saw: `四个调用排队，各两秒，用户在第 3500 毫秒插话，一共执行了 ${edited.length} 个，到第 ${ms} 毫秒才结束。`,
    should: "插话时第二个正在执行，让它做完；第三、第四个还没轮到，由 before 拦下，运行在第 4000 毫秒结束。",
    read: READ,
  }));
  expectSame(results, [`${ids[0]} edited`, `${ids[1]} edited`, SKIPPED, SKIPPED], () => ({
    saw: `四个调用的结果依次是 ${JSON.stringify(results)}。`,
    should: `每个调用都有结果，没做的是「${SKIPPED}」，模型读得到为什么。`,
    read: "preflight.ts 的 prepareToolCall，看拦下的原因变成了什么",
  }));
  expectSame(heard, [[], [words]], () => ({
    saw: `两个请求里，用户后来说的话是 ${JSON.stringify(heard)}。`,
    should: "检查只是看一看，话不能取走；这一轮以后，循环照样问得到，写进下一个请求。",
    read: "README.md「工作原理」里的「循环只问，不保管」",
  }));
});

test("once it is heard, calls run again", async () => {
  const [first, second] = [edits(2), edits(2)];
  const [one, two] = [fresh(), fresh()];
  const says = [
    { at: 500, text: one },
    { at: 1000, text: two },
  ];
  const { edited, heard } = await played([first, second, [text("好")]], says);
  expectSame(heard[1], [one, two], () => ({
    saw: `第一轮里插了两句话，第二个请求里是 ${JSON.stringify(heard[1])}。`,
    should: "等着的话一次全交，两句进同一个请求。",
    read: QUEUE,
  }));
  const wanted = [...idsOf(first).slice(0, 1), ...idsOf(second)];
  expectSame(edited, wanted, () => ({
    saw: `第一轮里插了话，拦下一个；话写进了下一个请求，模型又要了两个调用。前后执行的是 ${edited.length} 个，应当是 ${wanted.length} 个。`,
    should: "有话在等才拦。听到以后的调用，是模型听了那句话才要的，照常执行。",
    read: LOOPS,
  }));
});

test("whoever says nothing, or said it before, changes nothing", async () => {
  for (const says of [[], [{ at: 0, text: fresh() }]]) {
    const calls = edits(2);
    const { edited, heard } = await played([calls, [text("好")]], says);
    expectSame([edited, heard[0]], [idsOf(calls), says.map((said) => said.text)], () => ({
      saw: `${says.length === 0 ? "没有人插话" : "运行之前插了一句"}，第一个请求里后来说的话是 ${JSON.stringify(heard[0])}，两个调用执行了 ${edited.length} 个。`,
      should: "第一轮之前先问插话，那时等着的话已经在请求里；没有话在等，一个也不拦。",
      read: "README.md「解决方案」里的图",
    }));
  }
});

test("two of them have nothing to do with each other", async () => {
  const calls = edits(2);
  const says: Said[] = [
    { at: 0, text: fresh(), elsewhere: true },
    { at: 1000, text: fresh(), elsewhere: true },
  ];
  const { edited, heard } = await played([calls, [text("好")]], says);
  expectSame([edited, heard], [idsOf(calls), [[], []]], () => ({
    saw: `运行之前和第一个调用执行时，另一个 attentive() 里各来了一句话。这次运行的两个调用执行了 ${edited.length} 个，两个请求里听到的是 ${JSON.stringify(heard)}。`,
    should: "每次 attentive() 各有各的队列，有没有话在等，也各记各的。",
    read: QUEUE,
  }));
});
