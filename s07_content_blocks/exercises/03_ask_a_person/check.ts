import { test } from "vitest";
import { runEventedToolLoop } from "#s07/loop.ts";
import { createState } from "#s07/state.ts";
import { ToolRegistry } from "#s07/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, text, type Part } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";
import { NothingLeft, VirtualClock } from "#shared/virtual-clock.ts";

const READ = "README.md「工作原理」里的「都要等」";

type Ask = (question: string, clock: VirtualClock) => Promise<string>;

/** One reply with these parts on the unchanged loop, and when each thing happened by the virtual clock. */
async function played(names: string[], parts: Part[], ask: Ask) {
  const { asking } = await answer<typeof import("./starter.ts")>();
  const clock = new VirtualClock();
  const ran: { name: string; at: number }[] = [];
  const questions: string[] = [];
  const registry = new ToolRegistry();
  for (const name of names) {
    const handler = async () => {
      ran.push({ name, at: clock.now });
      return { content: [{ type: "text" as const, text: name }], details: {} };
    };
    registry.register({ spec: { name, description: "" }, handler });
  }
  const state = createState({ systemPrompt: "", model: "model-a" });
  const provider = scripted([parts, [text("好")]], undefined, { blocks: true });
  const said: { delta: string; at: number }[] = [];
  const hooks = asking(async (question) => {
    questions.push(String(question));
    return ask(question, clock);
  });
  const run = runEventedToolLoop(state, provider, registry, hooks, "hi", (event) => {
    if (event.type === "text_delta") said.push({ delta: event.delta, at: clock.now });
  });
  try {
    await clock.run(run);
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    throw verdict({
      saw: `问过 ${questions.length} 次，人都答了，运行还是停在 before 上，怎么也等不完。`,
      should: "有了回答，before 返回的 Promise 就要兑现：放行，或者拦下。",
      read: READ,
    });
  }
  const results = state.messages.flatMap((message) => (message.role === "toolResult" ? [message] : []));
  return { ran, questions, said, results };
}

test("each call is asked for, by its name", async () => {
  const names = [fresh("read_"), fresh("write_")];
  const { ran, questions } = await played(
    names,
    names.map((name) => call(fresh("call-"), name)),
    async () => "y",
  );
  const named = questions.length === 2 && names.every((name, index) => questions[index]?.includes(name));
  if (!named) {
    throw verdict({
      saw: `两个调用，依次是 ${names.join("、")}，问出来的是 ${JSON.stringify(questions)}。`,
      should: "每个调用问一次，问题里写着工具的名字，人才知道答的是哪一个。",
      read: "hooks.ts 的 ToolHooks：before 收到的是整个调用",
    });
  }
  const order = ran.map(({ name }) => name);
  expectSame(order, names, () => ({
    saw: `两次都答 y，执行的是 ${order.join("、") || "（一个也没有）"}。`,
    should: "答 y 就放行，两个都执行。",
    read: "README.md「解决方案」里的图",
  }));
});

test("an answer is for one call", async () => {
  const name = fresh("write_");
  for (const replies of [
    ["y", "n", "y"],
    ["n", "y", "n"],
  ]) {
    const rest = [...replies];
    const calls = replies.map(() => call(fresh("call-"), name));
    const { results, questions } = await played([name], calls, async () => rest.shift() ?? "");
    const refused = results.map(({ isError }) => isError);
    const wanted = replies.map((reply) => reply === "n");
    expectSame<unknown>([questions.length, refused], [3, wanted], () => ({
      saw: `${name} 调用三次，人依次答 ${replies.join("、")}，问了 ${questions.length} 次，三条结果的 isError 是 ${refused.join("、")}。`,
      should: "每个调用执行之前都问一句，一次的回答只管这一次：同一个工具，参数可能不同。",
      read: "README.md「解决方案」里的图",
    }));
  }
});

test("the loop waits for the answer", async () => {
  const [name, after] = [fresh("write_"), fresh("稍等")];
  const { ran, said } = await played([name], [call("call-1", name), text(after)], async (_, clock) => {
    await clock.sleep(60_000);
    return "y";
  });
  const [first] = ran;
  if (!first || first.at < 60_000) {
    throw verdict({
      saw: `人过了 60 秒才答 y，${name} ${first ? `在第 ${Math.floor(first.at / 1000)} 秒就执行了` : "没有执行"}。`,
      should: "先等到回答，再放行。没有等到的 Promise 只是一个对象，怎么看都不像拒绝。",
      read: READ,
    });
  }
  const at = said.find(({ delta }) => delta === after)?.at ?? 0;
  expectSame(at >= 60_000, true, () => ({
    saw: `人还没有回答，回复里后面的话在第 ${Math.floor(at / 1000)} 秒就打印了。`,
    should: "before 返回的 Promise 兑现之前，循环停在这个调用上，同一条回复里后面的事件排着队。",
    read: READ,
  }));
});

test("no answer but yes lets a call through", async () => {
  const name = fresh("write_");
  for (const reply of ["n", "no", "", "yep", "not yet", "y/n", "y e s", "别"]) {
    const { ran, results } = await played([name], [call("call-1", name)], async () => reply);
    expectSame([ran.length, results[0]?.isError], [0, true], () => ({
      saw: `答「${reply}」，${name} 执行了 ${ran.length} 次，结果的 isError 是 ${String(results[0]?.isError)}。`,
      should: "不是 y 也不是 yes，就拦下：工具不执行，结果带 isError。",
      read: "README.md「解决方案」里的图",
    }));
    const told = results
      .flatMap(({ content }) => content)
      .some((block) => block.type === "text" && block.text.trim() !== "");
    expectSame(told, true, () => ({
      saw: `答「${reply}」，${name} 被拦下，模型读到的结果却是空的。`,
      should: "结果里写着拦下的原因，模型才知道不是工具坏了。",
      read: "hooks.ts 的 BeforeToolCallResult",
    }));
  }
});

test("yes may be written in several ways", async () => {
  const name = fresh("write_");
  for (const reply of ["Y", "yes", "YES", " y\n"]) {
    const { ran } = await played([name], [call("call-1", name)], async () => reply);
    expectSame(ran.length, 1, () => ({
      saw: `答 ${JSON.stringify(reply)}，${name} 没有执行。`,
      should: "y 和 yes 不分大小写，前后的空白不算，都是放行。",
      read: "hooks.ts 的 BeforeToolCallResult",
    }));
  }
});

test("a question that fails is no yes", async () => {
  const [name, words] = [fresh("write_"), fresh("终端关了")];
  const { ran, results } = await played([name], [call("call-1", name)], () => Promise.reject(new Error(words)));
  expectSame([ran.length, results[0]?.isError], [0, true], () => ({
    saw: `问的时候出了错（${words}），${name} 执行了 ${ran.length} 次，结果的 isError 是 ${String(results[0]?.isError)}。`,
    should: "没有问到就不算同意：工具不执行，结果带 isError。before 抛错等于拒绝，不用自己接住。",
    read: "README.md「解决方案」里的图",
  }));
});
