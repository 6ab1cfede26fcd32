import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s13/agent-loop.ts";
import type { AgentEvent } from "#s13/events.ts";
import type { AgentTool } from "#s13/tools.ts";
import { textOf } from "#shared/content.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { STAGE_MODEL, stageModel, userMessage } from "#shared/props.ts";
import { call, text } from "#shared/script.ts";
import { scriptedStream, sendAll } from "#shared/testing/providers.ts";
import { saying } from "#shared/testing/saying.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const READ = "README.md「工作原理」里的「工具自己停」";
const DEAF = "README.md「工作原理」里的「工具自己停」：信号做不到的三件事";
const EXECUTE = "execute.ts 的 executePreparedToolCall，看它等的是什么";
const WORDS = "Abandoned; it may still be running";
const Work = Type.Object({ ms: Type.Number(), fails: Type.Optional(Type.Boolean()) });

type Scene = { abortAt?: number; ms: number; fails?: boolean };

/** A deaf tool on the chapter's own loop. Its result, when the run was over, and what the tool was handed. */
async function played({ abortAt, ms, fails = false }: Scene) {
  const { abandoning } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const controller = new AbortController();
  const [id, said] = [fresh("call-"), fresh("built ")];
  const got: unknown[] = [];
  const heard: string[] = [];
  const deaf: AgentTool<typeof Work> = {
    name: "build",
    label: "",
    description: "",
    parameters: Work,
    async execute(toolCallId, params, signal, onUpdate) {
      got.push(toolCallId, params.ms, signal === controller.signal);
      await clock.sleep(ms / 2);
      onUpdate?.(saying("half"));
      await clock.sleep(ms / 2);
      if (fails) throw new Error(said);
      return saying(said);
    },
  };
  if (abortAt === 0) controller.abort();
  else if (abortAt) void clock.sleep(abortAt).then(() => controller.abort());
  const { streamFn } = scriptedStream([[call(id, "build", { ms, fails })], [text("好")]], undefined, { clock });
  // The gate would hold the call back before the tool; here the abort comes between the gate and the body.
  const late = abortAt === 0;
  const loopSignal = late ? undefined : controller.signal;
  const tool = abandoning(deaf);
  // Not a copy: the answer's tool may be of a class of its own.
  const handed: AgentTool = Object.create(tool, {
    execute: { value: ((i, p, s, u) => tool.execute(i, p, late ? controller.signal : s, u)) as AgentTool["execute"] },
  });
  const emit = ({ type }: AgentEvent) => void heard.push(type);
  const config = { model: stageModel(STAGE_MODEL), convertToLlm: (messages: object[]) => sendAll<never>(messages) };
  const context = { systemPrompt: "", messages: [], tools: [handed] };
  let [ended, result] = [0, { text: "", isError: false }];
  const running = runAgentLoop([userMessage("做")], context, config, emit, loopSignal, streamFn).then((added) => {
    ended = Math.floor(clock.now);
    for (const one of added) {
      if (one.role === "toolResult") result = { text: textOf(one.content), isError: one.isError };
    }
  });
  // The time goes on when the run is over, so that a tool that was left can finish, or fail.
  try {
    await clock.run(Promise.all([running, clock.sleep(ms + 5000)]));
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    const what = `${fails ? "抛错" : "返回"}${abortAt === undefined ? "" : `，第 ${abortAt} 毫秒中止`}`;
    throw verdict({
      saw: `里面的工具到第 ${ms} 毫秒${what}，外面的 execute 一直没有结局，运行停住了。`,
      should: "里面返回、里面抛错、信号中止，三样里先发生的那一样，就是外面的结局。",
      read: EXECUTE,
    });
  }
  return { id, said, got, result, ended, updates: heard.filter((type) => type === "tool_execution_update").length };
}

test("once the signal is aborted nobody waits for the tool", async () => {
  for (const fails of [false, true]) {
    const { ended, result } = await played({ abortAt: 1500, ms: 60_000, fails });
    if (ended !== 1500) {
      throw verdict({
        saw: `工具要 60000 毫秒，不看信号；第 1500 毫秒按停止，运行到第 ${ended} 毫秒才结束。`,
        should: "信号一中止，execute 就抛错，不再等里面那个；运行当时就结束。",
        read: READ,
      });
    }
    expectSame(result, { text: WORDS, isError: true }, (seen) => ({
      saw: `中止以后，结果是「${seen.text}」，isError 是 ${seen.isError}。`,
      should: `抛出「${WORDS}」。不等它，不等于它停了，模型要知道。`,
      read: DEAF,
    }));
  }
});

test("until then the tool is as it was", async () => {
  const fine = await played({ ms: 1000 });
  expectSame(fine.result, { text: fine.said, isError: false }, (seen) => ({
    saw: `没有中止，工具返回「${fine.said}」，结果却是「${seen.text}」，isError 是 ${seen.isError}。`,
    should: "没有中止，里面返回什么，外面就返回什么。",
    read: EXECUTE,
  }));
  expectSame([...fine.got, fine.updates], [fine.id, 1000, true, 1], () => ({
    saw: `工具收到的 id 是 ${String(fine.got[0])}，参数 ms 是 ${String(fine.got[1])}，${fine.got[2] ? "" : "没有"}收到运行的信号，报了一次进度，外面听到 ${fine.updates} 次。`,
    should: "execute 的四个参数都要交到里面：id、参数、信号、onUpdate。听信号的工具还要靠它自己收拾。",
    read: "tools.ts 的 AgentTool",
  }));
  const broken = await played({ ms: 1000, fails: true });
  expectSame(broken.result, { text: broken.said, isError: true }, (seen) => ({
    saw: `没有中止，工具抛出「${broken.said}」，结果却是「${seen.text}」。`,
    should: "里面抛什么错，外面就抛什么错。",
    read: EXECUTE,
  }));
});

test("an abort after the result changes nothing", async () => {
  const { result, said } = await played({ abortAt: 2000, ms: 1000 });
  expectSame(result, { text: said, isError: false }, (seen) => ({
    saw: `第 1000 毫秒做完，第 2000 毫秒才中止，结果却成了「${seen.text}」。`,
    should: "已经有了结果，之后的中止改不了它。",
    read: EXECUTE,
  }));
});

test("a signal that is aborted already", async () => {
  const { result, ended, got } = await played({ abortAt: 0, ms: 60_000 });
  expectSame([ended, result.text], [0, WORDS], () => ({
    saw: `execute 拿到的信号早已中止，它到第 ${ended} 毫秒才交出「${result.text}」。`,
    should: "已经中止的信号不会再通知一次：先看 aborted，再去登记。",
    read: "README.md「解决方案」里讲信号的一段",
  }));
  expectSame(got, [], () => ({
    saw: "execute 拿到的信号早已中止，里面的工具还是启动了。",
    should: "已经没有人要它的结果，它又不听信号，启动了就停不下来：不启动。",
    read: DEAF,
  }));
});

test("the rest of the tool stays", async () => {
  const { abandoning } = await answer<typeof import("./starter.ts")>();
  const tool: AgentTool<typeof Work> = {
    name: fresh("tool"),
    label: fresh("名字"),
    description: fresh("说明"),
    parameters: Work,
    prepareArguments: () => ({ ms: 1 }),
    execute: async () => saying(""),
    executionMode: "sequential",
  };
  const before = { ...tool };
  const wrapped = abandoning(tool);
  // What else the wrapper carries is its own affair.
  const kept = Object.keys(before).filter((key) => key !== "execute") as (keyof typeof tool)[];
  const of = (one: AgentTool) => kept.map((key) => one[key]);
  expectSame<unknown>([of(wrapped), tool.execute], [of(before), before.execute], () => ({
    saw: `包过以后，${kept.join("、")} 里有的变了，或者里面那个工具的 execute 被换掉了。`,
    should: "只换 execute，别的原样留着：整理参数、要不要排队，都写在别的字段里。里面的工具也不动。",
    read: "tools.ts 的 AgentTool",
  }));
});

test("a call without a signal", async () => {
  const { abandoning } = await answer<typeof import("./starter.ts")>();
  const said = fresh();
  const tool = abandoning({
    name: "build",
    label: "",
    description: "",
    parameters: Type.Object({}),
    execute: async () => saying(said),
  });
  let seen = "";
  try {
    seen = textOf((await tool.execute("1", {})).content);
  } catch (error) {
    seen = String(error);
  }
  expectSame(seen, said, () => ({
    saw: `没有交信号，execute 得到的是「${seen}」。`,
    should: "signal 可以不给，那就没有人会中止它，照常执行。",
    read: "tools.ts 的 AgentTool",
  }));
});
