import { test } from "vitest";
import type { Message } from "#s01/messages.ts";
import { createState } from "#s01/state.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const READ = "loop.ts 的 runMinimalLoop：记的是全部，请求是抄出来的一份";

/** Three runs; what was said in them, and what each request held. */
async function threeRuns(most: number) {
  const { runWindowedLoop } = await answer<typeof import("./starter.ts")>();
  const said = [1, 2, 3].flatMap((run) => [fresh(`输入${run}`), fresh(`回复${run}`)]);
  const provider = scripted([1, 3, 5].map((index) => [text(said[index] ?? "")]));
  const state = createState();
  for (const index of [0, 2, 4]) await runWindowedLoop(state, provider, said[index] ?? "", most);
  const textsOf = (messages: readonly unknown[]) => (messages as Message[]).map((message) => message.content);
  return { said, kept: textsOf(state.messages), requests: provider.requests.map(({ messages }) => textsOf(messages)) };
}

function expectThirdRequest(seen: string[] | undefined, wanted: string[], most: number): void {
  expectSame(seen, wanted, () => ({
    saw: `最多给看 ${most} 条，第三个请求里却是 ${seen?.length ?? 0} 条：${JSON.stringify(seen)}。`,
    should: `最新的 ${most} 条里，从第一条用户的话开始的部分，一共 ${wanted.length} 条。`,
    read: READ,
  }));
}

test("an odd number: the newest begin with the user", async () => {
  const { said, requests } = await threeRuns(3);
  expectThirdRequest(requests[2], said.slice(2, 5), 3);
});

test("an even number: a reply without its question is left out", async () => {
  for (const most of [2, 4]) {
    const { said, requests } = await threeRuns(most);
    expectThirdRequest(requests[2], said.slice(6 - most, 5), most);
  }
});

test("one message, and more than there are", async () => {
  const one = await threeRuns(1);
  expectThirdRequest(one.requests[2], one.said.slice(4, 5), 1);
  const all = await threeRuns(99);
  expectThirdRequest(all.requests[2], all.said.slice(0, 5), 99);
});

test("nothing is forgotten", async () => {
  const { said, kept } = await threeRuns(2);
  expectSame(kept, said, () => ({
    saw: `三次运行以后，transcript 里是 ${kept.length} 条：${JSON.stringify(kept)}。`,
    should: "transcript 里六条一条不少：少给看一些，不等于忘掉。",
    read: "README.md「解决方案」里的第一条规矩",
  }));
});

test("the request is a copy", async () => {
  const { runWindowedLoop } = await answer<typeof import("./starter.ts")>();
  const state = createState();
  const input = fresh("输入");
  const complete = async ({ messages }: { messages: Message[] }) => {
    for (const message of messages) message.content = "forged";
    return { role: "assistant" as const, content: "好", stopReason: "stop" as const };
  };
  await runWindowedLoop(state, { complete }, input, 2);
  if (state.messages[0]?.content === input) return;
  throw verdict({
    saw: "provider 改动它收到的消息，transcript 里的也跟着变了。",
    should: "只抄数组，里面的消息还是同一个；交给 provider 的要整份抄。",
    read: "README.md「工作原理」里讲 structuredClone 的一段",
  });
});

test("what was said is not always by turns", async () => {
  const { runWindowedLoop } = await answer<typeof import("./starter.ts")>();
  // A run that failed leaves an input without a reply; what comes from elsewhere may hold two replies in a row.
  for (const [before, most, wanted] of [
    ["user assistant user", 2, 2],
    ["user assistant assistant", 3, 1],
    ["user", 4, 2],
    ["user assistant", 4, 3],
  ] as const) {
    const state = createState();
    const roles = before.split(" ") as Message["role"][];
    const messages = roles.map((role): Message =>
      role === "user" ? { role, content: fresh() } : { role, content: fresh(), stopReason: "stop" },
    );
    state.messages.push(...messages);
    const provider = scripted([[text("好")]]);
    const input = fresh("输入");
    await runWindowedLoop(state, provider, input, most);
    const seen = (provider.requests[0]?.messages ?? []) as unknown as Message[];
    const should = [...messages, { role: "user" as const, content: input }].slice(-wanted);
    expectSame<unknown>(seen, should, () => ({
      saw: `transcript 里依次是 ${before} 的话，再输入一句，最多给看 ${most} 条；请求里是 ${seen.map(({ role }) => role).join("、") || "空的"}。`,
      should: `最新的 ${most} 条里，从第一条用户的话开始，一共 ${wanted} 条：${should.map(({ role }) => role).join("、")}。`,
      read: READ,
    }));
  }
});
