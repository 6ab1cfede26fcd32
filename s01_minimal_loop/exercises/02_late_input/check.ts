import { test } from "vitest";
import type { Message } from "#s01/messages.ts";
import { createState } from "#s01/state.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { fail, text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const loop = async () => (await answer<typeof import("./starter.ts")>()).runMinimalLoop;
const textsOf = (messages: readonly unknown[]) => (messages as Message[]).map((message) => message.content);
const READ = "README.md「工作原理」里的一次运行";

test("the request holds the newest input", async () => {
  const run = await loop();
  const [first, second] = [fresh("输入"), fresh("输入")];
  const provider = scripted([[text("一")], [text("二")]]);
  const state = createState();
  await run(state, provider, first, () => {});
  await run(state, provider, second, () => {});

  const [one, two] = provider.requests.map(({ messages }) => textsOf(messages));
  expectSame(one, [first], (seen) => ({
    saw: seen?.length === 0 ? "第一个请求是空的：刚输入的那一句不在里面。" : `第一个请求里是 ${JSON.stringify(seen)}。`,
    should: "先把输入记进 transcript，再抄一份去请求；provider 只知道请求里有的。",
    read: READ,
  }));
  expectSame(two, [first, "一", second], (seen) => ({
    saw: `第二个请求里有 ${seen?.length ?? 0} 条：${JSON.stringify(seen)}。`,
    should: "第二个请求里依次是第一次输入、第一次回复、第二次输入，各一条。",
    read: READ,
  }));
});

test("the transcript and the events stay as they were", async () => {
  const run = await loop();
  const [input, said] = [fresh("输入"), fresh("回复")];
  const state = createState();
  const events: unknown[] = [];
  const reply = await run(state, scripted([[text(said)]]), input, async (event) => {
    for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    events.push(structuredClone(event));
  });
  const wanted = { role: "assistant", content: said, stopReason: "stop" };

  expectSame<unknown>([...state.messages], [{ role: "user", content: input }, wanted], () => ({
    saw: `运行一次以后，transcript 里是 ${JSON.stringify(textsOf(state.messages))}。`,
    should: "输入一条，回复一条，依次记下，不多不少。",
    read: READ,
  }));
  expectSame<unknown>([reply, events], [wanted, [{ type: "reply", message: wanted }]], () => ({
    saw: `返回的是 ${JSON.stringify(reply)}，这时报完的事件是 ${JSON.stringify(events)}。`,
    should: "为 provider 的回复报一个 reply 事件，等 output 处理完，再返回那条回复。",
    read: "loop.ts 的 runMinimalLoop",
  }));
});

test("a request that fails loses nothing", async () => {
  const run = await loop();
  const [input, words] = [fresh("输入"), fresh("断线")];
  const state = createState();
  const problem = await run(state, scripted([[fail(words)]]), input, () => {}).then(() => undefined, String);
  const failed = { role: "assistant", content: "", stopReason: "error", errorMessage: words };
  expectSame<unknown>([problem, state.messages], [undefined, [{ role: "user", content: input }, failed]], () => ({
    saw: `请求断线了，${problem === undefined ? "" : "运行也跟着抛错，"}transcript 里是 ${JSON.stringify(state.messages)}。`,
    should: "输入在发请求之前就记下了，断线丢不了它；失败也是一条回复，照样记进去。",
    read: "README.md「工作原理」里讲 provider 失败的一段",
  }));
});

test("the request is still a copy", async () => {
  const run = await loop();
  const state = createState();
  const input = fresh("输入");
  await run(
    state,
    {
      async complete({ messages }) {
        for (const message of messages) message.content = "forged";
        messages.length = 0;
        return { role: "assistant", content: "一", stopReason: "stop" };
      },
    },
    input,
    () => {},
  );
  if (textsOf(state.messages)[0] !== input) {
    throw verdict({
      saw: `provider 改动它收到的请求，transcript 的第一条就不再是输入了：${JSON.stringify(textsOf(state.messages))}。`,
      should: "交给 provider 的是副本，往 transcript 里写的只有循环。",
      read: "README.md「工作原理」里讲 structuredClone 的一段",
    });
  }
});
