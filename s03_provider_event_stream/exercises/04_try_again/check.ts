import { test } from "vitest";
import { runMinimalLoop, type LoopEvent } from "#s03/loop.ts";
import type { Provider, ProviderEvent, ProviderRequest } from "#s03/provider.ts";
import { createState } from "#s03/state.ts";
import { ToolRegistry } from "#s03/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里讲过程和结果的一段";
/** The attempt that answers whatever was to come: who never gives up must not keep the check waiting. */
const ENOUGH = 20;

/** `closes` is what closing the stream throws, however it ends. */
type Attempt = { says: ProviderEvent[]; throws?: string; atOnce?: boolean; closes?: string };

const start: ProviderEvent = { type: "message_start" };
const end: ProviderEvent = { type: "message_end", stopReason: "stop" };
const delta = (text: string): ProviderEvent => ({ type: "text_delta", delta: text });

/** A provider that goes through `attempts`, and stays with the last. */
function providerOf(attempts: Attempt[], requests: ProviderRequest[], sent: string[] = []): Provider {
  async function* play({ says, throws, closes }: Attempt): AsyncGenerator<ProviderEvent> {
    try {
      for (const event of says) {
        sent.push(`送出 ${event.type}`);
        yield event;
      }
      if (throws !== undefined) throw new Error(throws);
    } finally {
      if (closes !== undefined) await Promise.reject(new Error(closes));
    }
  }
  return {
    stream(request) {
      requests.push(structuredClone(request));
      if (requests.length >= ENOUGH) return play({ says: [start, delta("够了"), end] });
      const attempt = attempts[requests.length - 1] ?? attempts.at(-1) ?? { says: [] };
      if (attempt.atOnce) throw new Error(attempt.throws);
      return play(attempt);
    },
  };
}

/** A run of the unchanged loop on `retrying(…)`. */
async function played(times: number, attempts: Attempt[]) {
  const { retrying } = await answer<typeof import("./starter.ts")>();
  const [requests, sent, events]: [ProviderRequest[], string[], LoopEvent[]] = [[], [], []];
  const state = createState();
  const provider = retrying(providerOf(attempts, requests, sent), times);
  const reply = await runMinimalLoop(state, provider, new ToolRegistry(), fresh("输入"), (event) => {
    events.push(event);
    sent.push(`报出 ${event.type}`);
  });
  const { content, stopReason, errorMessage = "" } = reply;
  return { requests, sent, types: events.map((event) => event.type), got: [content, stopReason, errorMessage] };
}

function expectRun(
  what: string,
  seen: Awaited<ReturnType<typeof played>>,
  requests: number,
  got: string[],
  should: string,
) {
  expectSame(seen.requests.length, requests, (number) => ({
    saw: `${what}，一共发了 ${number >= ENOUGH ? "不止 " : ""}${number} 个请求。`,
    should,
    read: READ,
  }));
  expectSame(seen.got, got, ([content, stopReason, errorMessage]) => ({
    saw: `${what}，回复是「${content}」，stopReason 是 ${stopReason}${errorMessage === "" ? "" : `，errorMessage 是「${errorMessage}」`}。`,
    should,
    read: READ,
  }));
}

test("a failure before any text is tried again", async () => {
  const word = fresh("好");
  const answers: Attempt = { says: [start, delta(word), end] };
  const failures: [string, Attempt][] = [
    ["还没有事件就断线", { says: [], throws: fresh("断线") }],
    ["只来了开头就断线", { says: [start], throws: fresh("断线") }],
    ["stream 当场抛错", { says: [], throws: fresh("没有网络"), atOnce: true }],
  ];
  for (const [what, failure] of failures) {
    const seen = await played(2, [failure, answers]);
    const should = "文字还没有出去，就从头再问一次；第二次答得出来，这次运行就看不出失败过。";
    expectRun(`第一次失败（${what}），第二次照常作答，times 是 2`, seen, 2, [word, "stop", ""], should);
    expectSame(seen.types, ["message_start", "text_delta", "message_end"], (types) => ({
      saw: `第一次失败（${what}），第二次照常作答，循环报出 ${types.join("、")}。`,
      should: "一条回复，一个开头，一个结尾。",
      read: "README.md「解决方案」里的约定",
    }));
  }
});

test("every attempt has the same request", async () => {
  const seen = await played(1, [{ says: [], throws: "x" }, { says: [start, end] }]);
  expectSame(seen.requests.length, 2, (number) => ({
    saw: `times 是 1，第一次失败，一共发了 ${number} 个请求。`,
    should: "times 是再问几次：第一次，加上再问的一次，一共两个请求。",
    read: READ,
  }));
  expectSame(seen.requests[1], seen.requests[0], (second) => ({
    saw: `再问的时候，请求成了 ${JSON.stringify(second)}。`,
    should: `和第一次的一样：${JSON.stringify(seen.requests[0])}。`,
    read: READ,
  }));
});

test("what has been shown is not said again", async () => {
  const [half, words] = [fresh("半句"), fresh("断线")];
  const seen = await played(2, [
    { says: [start, delta(half)], throws: words },
    { says: [start, delta(half), delta("，还有半句"), end] },
  ]);
  const should = "片已经到了屏幕上，收不回来，再问一次就说重了。留住前半句，以 error 收尾，写明原因。";
  expectRun("说出半句才断线", seen, 1, [half, "error", words], should);
});

test("it gives up after so many", async () => {
  for (const times of [0, 1, 3]) {
    const words = Array.from({ length: times + 1 }, () => fresh("断线"));
    const seen = await played(
      times,
      words.map((one) => ({ says: [start], throws: one })),
    );
    const should = `第一次，加上至多再问 ${times} 次，一共 ${times + 1} 个请求；最后一次为什么失败，回复里写的就是什么。`;
    expectRun(`一直断线，times 是 ${times}`, seen, times + 1, ["", "error", words.at(-1) ?? ""], should);
  }
  const failures: Attempt[] = [{ says: [start], throws: "x" }, { says: [start, delta("半"), end] }];
  const { retrying } = await answer<typeof import("./starter.ts")>();
  const requests: ProviderRequest[] = [];
  const provider = retrying(providerOf([...failures, ...failures], requests), 1);
  for (const run of [1, 2]) {
    const reply = await runMinimalLoop(createState(), provider, new ToolRegistry(), "hi", () => {});
    expectSame([reply.stopReason, requests.length], ["stop", run * 2], ([stopReason, number]) => ({
      saw: `times 是 1，同一个 provider 用到第 ${run} 次，到此一共发了 ${number} 个请求，stopReason 是 ${stopReason}。`,
      should: "每一次 stream 都从头数起：上一条回复用掉的次数，不算在这一条里。",
      read: READ,
    }));
  }
});

test("pieces go on as they come", async () => {
  const { sent } = await played(2, [{ says: [start, delta(fresh("甲")), delta(fresh("乙")), end] }]);
  const [shown, next] = [
    sent.indexOf("报出 text_delta"),
    sent.indexOf("送出 text_delta", sent.indexOf("送出 text_delta") + 1),
  ];
  if (shown !== -1 && shown < next) return;
  throw verdict({
    saw: `provider 送出、循环报出，依次是：${sent.join("、")}。`,
    should: "第一片一到就报出来，不等第二片。攒齐了再交，又回到了 s02：用户面前什么都没有。",
    read: "README.md「问题」的最后一段",
  });
});

test("an end that the provider says itself is an answer", async () => {
  const words = fresh("太忙");
  const failed: ProviderEvent = { type: "message_end", stopReason: "error", errorMessage: words };
  const seen = await played(2, [{ says: [start, failed] }, { says: [start, delta("好"), end] }]);
  const should = "抛错才再问。provider 自己说了结尾，哪怕是 error，也是它的答复，照样交出去。";
  expectRun("provider 没有抛错，自己以 error 结尾", seen, 1, ["", "error", words], should);
  const closed = await played(2, [{ says: [start, end], closes: fresh("断线") }]);
  expectRun(
    "一个字没说就结束了，关连接的时候出错",
    closed,
    1,
    ["", "stop", ""],
    "结尾已经交出去了，后来出的错就不再是这条回复的事，不能再问。",
  );
});
