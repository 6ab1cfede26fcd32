import { test } from "vitest";
import type { AssistantMessage } from "#s01/messages.ts";
import type { Provider, ProviderRequest } from "#s01/provider.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里讲 provider 失败的一段";
const request: ProviderRequest = { messages: [{ role: "user", content: "hi" }] };

async function ask(how: string, complete: Provider["complete"]): Promise<AssistantMessage> {
  const { askProvider } = await answer<typeof import("./starter.ts")>();
  try {
    return await askProvider({ complete }, request);
  } catch {
    throw verdict({
      saw: `provider ${how}，askProvider 也跟着抛了出来。`,
      should: "provider 不论抛出什么，都变成一条 stopReason 为 error 的回复，调用者只有一条路要走。",
      read: READ,
    });
  }
}

function expectFailure(how: string, reply: AssistantMessage, words: string): void {
  const { role, stopReason, errorMessage } = reply ?? {};
  expectSame(
    { role, stopReason, errorMessage },
    { role: "assistant", stopReason: "error", errorMessage: words },
    () => ({
      saw: `provider ${how}，得到的是 ${JSON.stringify(reply)}。`,
      should: `一条 assistant 消息，stopReason 是 error，errorMessage 是「${words}」。`,
      read: READ,
    }),
  );
}

test("a provider that answers", async () => {
  const said: AssistantMessage = { role: "assistant", content: fresh("回复"), stopReason: "stop" };
  const reply = await ask("照常作答", async () => said);
  expectSame(reply, said, () => ({
    saw: `provider 答得出来，得到的却是 ${JSON.stringify(reply)}。`,
    should: "provider 的回复原样交出来。",
    read: READ,
  }));
});

test("a provider that rejects", async () => {
  const words = fresh("断线");
  const how = "拒绝了（Promise 失败）";
  expectFailure(how, await ask(how, () => Promise.reject(new Error(words))), words);
});

test("a provider that throws at once", async () => {
  const words = fresh("没有密钥");
  const how = "当场抛错";
  expectFailure(
    how,
    await ask(how, () => {
      throw new TypeError(words);
    }),
    words,
  );
});

test("a provider that throws what is no Error", async () => {
  const words = fresh("离线");
  const how = "抛出了一个字符串";
  expectFailure(how, await ask(how, () => Promise.reject(words)), words);
  const nothing = "抛出了 null";
  expectFailure(nothing, await ask(nothing, () => Promise.reject(null)), "null");
});

test("a provider that throws what cannot become a text", async () => {
  const how = "抛出了 Object.create(null)";
  const { role, stopReason, errorMessage } = (await ask(how, () => Promise.reject(Object.create(null)))) ?? {};
  expectSame<unknown>([role, stopReason, typeof errorMessage], ["assistant", "error", "string"], () => ({
    saw: `provider ${how}，得到的回复是 ${JSON.stringify({ role, stopReason, errorMessage })}。`,
    should: "抛出来的变不成文字，也要有一句话写在 errorMessage 里，写什么都行。",
    read: "errors.ts 的 errorText",
  }));
});

test("the provider is asked once, with the request, as its own method", async () => {
  const { askProvider } = await answer<typeof import("./starter.ts")>();
  const asked: unknown[] = [];
  const own: Provider & { words: string } = {
    words: fresh("断线"),
    async complete(one) {
      asked.push(one);
      throw new Error(this.words);
    },
  };
  const reply = await askProvider(own, request);
  expectSame<unknown>(asked, [request], () => ({
    saw: `provider 被问了 ${asked.length} 次，收到的是 ${JSON.stringify(asked)}。`,
    should: `问一次，把请求原样交给它：${JSON.stringify(request)}。失败了也不再问，重试是别人的事。`,
    read: READ,
  }));
  expectSame<unknown>([reply.errorMessage, typeof reply.content], [own.words, "string"], () => ({
    saw: `provider 从 this 里取话，抛出「${own.words}」，得到的是 ${JSON.stringify(reply)}。`,
    should: "complete 要在 provider 身上调用；失败的回复也有 content，是一个字符串，可以是空的。",
    read: "messages.ts 的 AssistantMessage",
  }));
});
