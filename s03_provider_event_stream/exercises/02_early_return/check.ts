import { test } from "vitest";
import type { Provider, ProviderEvent, ProviderRequest } from "#s03/provider.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { streaming } from "#shared/testing/providers.ts";

const READ = "README.md「工作原理」里讲 ended 的一段";
/** No stream here looks at its request. */
const noRequest = {} as ProviderRequest;
/** More than any stream here has; a reader that never stops is stopped by it. */
const MOST = 20;

const start: ProviderEvent = { type: "message_start" };
const end: ProviderEvent = { type: "message_end", stopReason: "stop" };
const delta = (text: string): ProviderEvent => ({ type: "text_delta", delta: text });
const failed = (errorMessage: string): ProviderEvent => ({ type: "message_end", stopReason: "error", errorMessage });

function sayEvents(events: readonly ProviderEvent[]): string {
  return events
    .map((event) => {
      if (event.type === "text_delta") return `text_delta: ${event.delta}`;
      if (event.type === "message_start") return event.type;
      return `message_end: ${event.stopReason}${event.errorMessage === undefined ? "" : `（${event.errorMessage}）`}`;
    })
    .join("、");
}

async function eventsOf(what: string, provider: Provider): Promise<ProviderEvent[]> {
  const { streamReply } = await answer<typeof import("./starter.ts")>();
  const events: ProviderEvent[] = [];
  try {
    for await (const event of streamReply(provider, noRequest)) {
      events.push(event);
      if (events.length > MOST) break;
    }
  } catch {
    throw verdict({
      saw: `${what}，读到 ${sayEvents(events) || "任何事件之前"}，streamReply 自己抛了错。`,
      should: "读这个流的人不用写 try：provider 出的错变成结尾，或者与这条回复无关。",
      read: READ,
    });
  }
  return events;
}

async function expectEvents(what: string, provider: Provider, wanted: ProviderEvent[], should: string): Promise<void> {
  expectSame(await eventsOf(what, provider), wanted, (seen) => ({
    saw: `${what}，交出来的是：${sayEvents(seen) || "什么也没有"}。`,
    should,
    read: READ,
  }));
}

function breaking(words: string, ...events: ProviderEvent[]): Provider {
  return {
    async *stream() {
      yield* events;
      throw new Error(words);
    },
  };
}

/** Streams some events; closing the stream, however it ends, fails. */
function closingBadly(words: string, ...events: ProviderEvent[]): Provider {
  return {
    stream: () => ({
      [Symbol.asyncIterator]() {
        const rest = events.values();
        return {
          async next() {
            return rest.next() as IteratorResult<ProviderEvent>;
          },
          async return(): Promise<never> {
            throw new Error(words);
          },
        };
      },
    }),
  };
}

test("what fails after the end makes no second end", async () => {
  const [text, words] = [fresh("文字"), fresh("断线")];
  await expectEvents(
    "回复说完了，关连接的时候出错",
    closingBadly(words, start, delta(text), end),
    [start, delta(text), end],
    "每条回复恰好一个结尾。已经有了结尾，后来出的错就不再是这条回复的事。",
  );
  await expectEvents(
    "provider 自己以 error 结尾，关连接的时候又出错",
    closingBadly(words, start, failed(text)),
    [start, failed(text)],
    "结尾只有 provider 说的那一个，原因也是它说的那一个。",
  );
});

test("what fails before the end is still an end", async () => {
  const [text, words] = [fresh("文字"), fresh("断线")];
  const should = "没有结尾就出错，要补一个 error 结尾，写明原因；已经到的文字照样交出来。";
  await expectEvents("说到一半断线", breaking(words, start, delta(text)), [start, delta(text), failed(words)], should);
  await expectEvents("一个事件都没来就断线", breaking(words), [start, failed(words)], should);
  await expectEvents(
    "流没有结尾就停了",
    streaming(start, delta(text)),
    [start, delta(text), failed("stream ended without message_end")],
    should,
  );
});

test("one start, and nothing after the end", async () => {
  const [one, two] = [fresh("甲"), fresh("乙")];
  await expectEvents(
    "文字先到，开头来了两次，结尾之后还有话",
    streaming(delta(one), start, delta(two), start, end, delta("late"), end),
    [start, delta(one), delta(two), end],
    "开头只有一个，在最前面；结尾之后的都丢掉。",
  );
});

test("the provider's stream is left at its end", async () => {
  let after = false;
  let closed = false;
  await eventsOf("回复说完以后", {
    async *stream() {
      try {
        yield* [start, end];
        after = true;
      } finally {
        closed = true;
      }
    },
  });
  expectSame([after, closed], [false, true], () => ({
    saw: after
      ? "结尾已经交出来了，还在向 provider 要下一个事件。"
      : "结尾已经交出来了，provider 的流却没有收摊，连接还开着。",
    should: "读到结尾就离开循环，provider 的流随之收摊。",
    read: READ,
  }));
});

test("events go on as they come", async () => {
  const { streamReply } = await answer<typeof import("./starter.ts")>();
  const log: string[] = [];
  const provider: Provider = {
    async *stream() {
      for (const event of [start, delta("甲"), delta("乙"), end]) {
        log.push(`送出 ${event.type}`);
        yield event;
      }
    },
  };
  for await (const event of streamReply(provider, noRequest)) log.push(`交出 ${event.type}`);
  const [shown, next] = [log.indexOf("交出 text_delta"), log.lastIndexOf("送出 text_delta")];
  if (shown !== -1 && shown < next) return;
  throw verdict({
    saw: `provider 送出、streamReply 交出，依次是：${log.join("、")}。`,
    should: "第一片一到就交出来，不等第二片。",
    read: "README.md「工作原理」里的 streamReply",
  });
});
