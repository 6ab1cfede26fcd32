import { test } from "vitest";
import { runEventedToolLoop } from "#s05/loop.ts";
import { createState } from "#s05/state.ts";
import { ToolRegistry, type ToolHandler } from "#s05/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里的「一条规则长什么样」";

/** Everything that leaves a run of the unchanged loop: transcript, events, requests. */
async function played(secrets: string[], handler: ToolHandler): Promise<{ everything: string; result: string }> {
  const { redacting } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "read_env", description: "" }, handler });
  const state = createState();
  const provider = scripted([[call(fresh("call-"), "read_env")], [text(({ lastResult }) => lastResult)]]);
  const events: unknown[] = [];
  await runEventedToolLoop(state, provider, registry, redacting(secrets), "看看环境变量", (event) => {
    events.push(structuredClone(event));
  });
  const result = state.messages.find((message) => message.role === "toolResult")?.content ?? "";
  return { everything: JSON.stringify([state, events, provider.requests]), result };
}

function expectGone(everything: string, secret: string, result: string, where: string): void {
  if (!everything.includes(secret)) return;
  throw verdict({
    saw: `${where}，「${secret}」还在，结果是「${result}」。`,
    should: "密钥不进结果，也就不进 transcript、事件和以后的每个请求；循环一个字都不用改。",
    read: READ,
  });
}

test("each secret goes, and the rest stays", async () => {
  const [key, password, user] = [fresh("sk-"), fresh("hunter"), fresh("user")];
  const { everything, result } = await played([key, password], () => `USER=${user} A=${key} DB=${password} B=${key}.`);
  expectGone(everything, key, result, "结果里出现两次的密钥");
  expectGone(everything, password, result, "第二个密钥");
  const rest = [`USER=${user} A=`, " DB=", " B="].filter((piece) => !result.includes(piece));
  expectSame(rest, [], () => ({
    saw: `密钥没有了，「${rest.join("」「")}」也没有了，结果是「${result}」。`,
    should: "只换掉密钥，其余的字原样留着，模型还要用。",
    read: READ,
  }));
});

test("an error is a result too", async () => {
  const [key, host] = [fresh("sk-"), fresh("host")];
  const { everything, result } = await played([key], () => {
    throw new Error(`cannot log in to ${host} with ${key}`);
  });
  expectGone(everything, key, result, "handler 抛出带密钥的错误");
  if (!result.includes(host)) {
    throw verdict({
      saw: `handler 抛错，结果是「${result}」，看不出出了什么事。`,
      should: `错误的文字留着，只换掉密钥，「${host}」应当还在。`,
      read: READ,
    });
  }
});

test("a secret is a text, not a pattern", async () => {
  const key = `${fresh("a.b*")}$&(`;
  const { everything, result } = await played([key], () => `KEY=${key}`);
  expectGone(everything, JSON.stringify(key).slice(1, -1), result, "密钥里有 . * $ ( 这些字符");
});

test("one secret may begin another", async () => {
  const [short, tail] = [fresh("sk-"), fresh("-")];
  for (const secrets of [
    [short, short + tail],
    [short + tail, short],
  ]) {
    const { everything, result } = await played(secrets, () => `A=${short}${tail} B=${short}`);
    expectGone(everything, short, result, "一个密钥是另一个的开头");
    expectGone(everything, tail, result, "一个密钥是另一个的开头，长的那个剩下了尾巴");
  }
});

test("an empty secret hides nothing", async () => {
  const [key, word] = [fresh("sk-"), fresh("word")];
  const { everything, result } = await played(["", key], () => `${word} ${key}`);
  expectGone(everything, key, result, "名单里有一个空字符串，另一个密钥");
  expectSame(result.includes(word), true, () => ({
    saw: `名单里有一个空字符串（没有设过的环境变量就是这样），结果成了「${result}」。`,
    should: "空字符串处处都在，不能算密钥，跳过它。",
    read: "cases.ts 的 redacting",
  }));
});

test("the list is left as it was, and a short secret is a secret", async () => {
  const { redacting } = await answer<typeof import("./starter.ts")>();
  const list = ["pw", fresh("sk-"), "", fresh("a-much-longer-")];
  const before = [...list];
  const clean = redacting(list).afterToolCall;
  expectSame(list, before, (seen) => ({
    saw: `交给 redacting 的名单，原来是 ${JSON.stringify(before)}，调用以后成了 ${JSON.stringify(seen)}。`,
    should: "名单是调用者的，要换次序就换一份抄来的。",
    read: "cases.ts 的 redacting",
  }));
  const result = clean?.({ id: "call-1", name: "read_env", arguments: {} }, "DB=pw") ?? "";
  expectGone(result, "pw", result, "一个只有两个字符的密钥");
});

test("no piece of a secret is left", async () => {
  const [head, tail] = [fresh("first-"), fresh("last-")];
  const { result } = await played([head + tail], () => `KEY=${head}${tail}`);
  const piece = [head.slice(0, 6), tail.slice(-4)].find((one) => result.includes(one));
  expectSame(piece, undefined, (seen) => ({
    saw: `密钥是「${head}${tail}」，结果是「${result}」，里面还有它的一截「${String(seen)}」。`,
    should: "整个换掉，头尾都不留：留下的一截，也是密钥的一部分。",
    read: READ,
  }));
});
