import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s15/agent-loop.ts";
import { toLlm } from "#s15/cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "#s15/context.ts";
import type { AgentTool } from "#s15/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { call, text, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";

const POLICY = "README.md「工作原理」里的「收回上限和快照」";

const toolOf = (name: string): AgentTool => ({
  name,
  label: "",
  description: "",
  parameters: Type.Object({}, { additionalProperties: true }),
  execute: async () => saying("done"),
});

/** `asking("look", { path })` is a reply that calls, under a new id each time it is made. */
const asking = (name: string, args: Record<string, unknown> = {}): Reply => [call(fresh("call-"), name, args)];

type Play = {
  /** The reply to each request; when they are used up, the model is done. */
  replies: (() => Reply)[];
  policies?: Partial<AgentLoopConfig>;
};

async function policyFor(times: number) {
  const { stopWhenRepeating } = await answer<typeof import("./starter.ts")>();
  return stopWhenRepeating(times);
}

/** Plays on the chapter's own loop; how many turns it had. */
async function turnsOf(policy: Awaited<ReturnType<typeof policyFor>>, { replies, policies }: Play): Promise<number> {
  const { streamFn, requests } = scriptedStream((request) => replies[request - 1]?.() ?? [text("好")]);
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [toolOf("look"), toolOf("edit")] };
  const config: AgentLoopConfig = {
    model: stageModel("model-a"),
    convertToLlm: toLlm,
    shouldStopAfterTurn: policy,
    ...policies,
  };
  await runAgentLoop([userMessage("看看")], context, config, () => {}, undefined, streamFn);
  return requests.length;
}

const repeated = (count: number, reply: () => Reply) => Array.from({ length: count }, () => reply);

test("the same calls so many times in a row", async () => {
  const path = fresh("a");
  for (const times of [3, 2]) {
    const turns = await turnsOf(await policyFor(times), { replies: repeated(9, () => asking("look", { path })) });
    if (turns > times) {
      throw verdict({
        saw: `模型把 look ${path} 连着要了 ${times} 次，stopWhenRepeating(${times}) 还没有停，又发了 ${turns - times} 个请求。`,
        should: `最近 ${times} 条回复要的相同，第 ${times} 轮之后就停。每个调用的 id 都是新的，相同的是名字和参数。`,
        read: POLICY,
      });
    }
    expectSame(turns, times, () => ({
      saw: `模型把 look ${path} 要了 ${turns} 次，stopWhenRepeating(${times}) 就停了。`,
      should: `不到 ${times} 条，不算打转。`,
      read: POLICY,
    }));
  }
});

test("other calls are no circle", async () => {
  const plays: [string, (() => Reply)[]][] = [
    ["参数次次不同", [1, 2, 3, 4].map((line) => () => asking("look", { at: { line } }))],
    [
      "参数里的数组次次换次序",
      [1, 2, 3, 4].map((turn) => () => asking("look", { at: turn % 2 === 0 ? [1, 2] : [2, 1] })),
    ],
    ["两个工具轮着来", [1, 2, 3, 4].map((turn) => () => asking(turn % 2 === 0 ? "edit" : "look"))],
    [
      "一次一个、一次两个地要",
      [1, 2, 3, 4].map((turn) => () => repeated((turn % 2) + 1, () => asking("look")).flatMap((one) => one())),
    ],
  ];
  for (const [how, replies] of plays) {
    const turns = await turnsOf(await policyFor(2), { replies });
    expectSame(turns, 5, () => ({
      saw: `四条回复${how}，第五条没有调用；stopWhenRepeating(2) 在第 ${turns} 轮之后停了。`,
      should: "名字、参数、个数，有一样不同，就不是同样的调用。",
      read: POLICY,
    }));
  }
});

test("what else the reply holds, and the order of keys, make no difference", async () => {
  const plays: [string, (request: number) => Reply][] = [
    ["每次说的话不同", () => [text(fresh("再看看")), ...asking("look")]],
    ["参数的键换着次序", (turn) => asking("look", turn % 2 === 0 ? { path: "a", line: 1 } : { line: 1, path: "a" })],
    [
      "参数里面一层的键换着次序",
      (turn) => asking("look", { at: turn % 2 === 0 ? { path: "a", line: 1 } : { line: 1, path: "a" } }),
    ],
  ];
  for (const [how, reply] of plays) {
    const replies = [1, 2, 3, 4, 5, 6].map((turn) => () => reply(turn));
    const turns = await turnsOf(await policyFor(3), { replies });
    expectSame(turns, 3, () => ({
      saw: `同样的调用，${how}，stopWhenRepeating(3) 在第 ${turns} 轮之后才停下。`,
      should: "比的是调用的名字和参数，别的都不算。",
      read: POLICY,
    }));
  }
});

test("only the newest replies count, and only those that call", async () => {
  const look = () => asking("look");
  const turns = await turnsOf(await policyFor(3), { replies: [look, () => asking("edit"), look, look, look, look] });
  expectSame(turns, 5, () => ({
    saw: `依次要 look、edit、look、look、look、look，stopWhenRepeating(3) 在第 ${turns} 轮之后停下。`,
    should: "edit 以后重新数，连着的三次在第五轮凑齐。",
    read: POLICY,
  }));

  for (const [how, replies, wanted] of [
    ["四条回复都没有调用", repeated(3, () => [text("好")]), 4],
    ["要两次 look，说一句话，再要两次 look", [look, look, () => [text("好")], look, look], 6],
  ] as const) {
    let asked = 0;
    // The user speaks after each turn, until the replies are used up.
    const getSteeringMessages = async () => (++asked > 1 && asked <= replies.length + 1 ? [userMessage("然后呢")] : []);
    const seen = await turnsOf(await policyFor(3), { replies: [...replies], policies: { getSteeringMessages } });
    expectSame(seen, wanted, () => ({
      saw: `用户每轮插话，${how}，stopWhenRepeating(3) 下运行了 ${seen} 轮。`,
      should: `没有调用的回复不算打转，说过话以后也重新数，所以一共 ${wanted} 轮，直到没有人说话。`,
      read: POLICY,
    }));
  }
});

test("a policy may serve another run, and a run whose context is replaced", async () => {
  const policy = await policyFor(3);
  const play: Play = { replies: repeated(9, () => asking("look")) };
  const seen = [await turnsOf(policy, play), await turnsOf(policy, play)];
  expectSame(seen, [3, 3], () => ({
    saw: `同一个策略用在先后两次运行上，各在第 ${seen.join("、")} 轮之后停下。`,
    should: "问过用户，用户说接着来，下一次运行就从头数。看 newMessages 就够，不用在策略里记着。",
    read: POLICY,
  }));
  const together = await Promise.all([turnsOf(policy, play), turnsOf(policy, play)]);
  expectSame(together, [3, 3], () => ({
    saw: `同一个策略用在两次同时进行的运行上，各在第 ${together.join("、")} 轮之后停下。`,
    should: "每次运行各数各的。看 newMessages 就够，不用在策略里记着。",
    read: POLICY,
  }));
  const forgetful: NonNullable<AgentLoopConfig["prepareNextTurn"]> = ({ context }) => {
    const messages: AgentMessage[] = [userMessage("（摘要）")];
    return { context: { ...context, messages } };
  };
  const turns = await turnsOf(policy, { ...play, policies: { prepareNextTurn: forgetful } });
  expectSame(turns, 3, () => ({
    saw: `每轮之后 context 换成一条摘要，stopWhenRepeating(3) 在第 ${turns} 轮之后停下。`,
    should: "问它的时候，context 已经换过，看不到前几轮了；newMessages 是全的。",
    read: "README.md「工作原理」里的「下一轮凭什么」",
  }));
});
