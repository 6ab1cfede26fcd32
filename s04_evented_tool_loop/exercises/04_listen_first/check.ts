import { test } from "vitest";
import type { LoopEvent } from "#s04/loop.ts";
import type { Provider, ProviderEvent } from "#s04/provider.ts";
import { createState } from "#s04/state.ts";
import { ToolRegistry } from "#s04/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, fail, hangUp, text } from "#shared/script.ts";
import { scripted, streaming } from "#shared/testing/providers.ts";

const READ = "README.md「试一下」里讲边收边执行的代价";
const PAIRS = "README.md「工作原理」的最后：每个调用恰好有一条结果";

function stepOf(event: LoopEvent): string {
  if (event.type === "tool_call") return `tool_call ${event.call.id}`;
  if (event.type === "tool_result") return `tool_result ${event.result.toolCallId}`;
  return event.type;
}

/** One turn: what happened in it step by step, what it gave back, and what it left in the transcript. */
async function turnOf(provider: Provider, listen: (event: LoopEvent) => void = () => {}) {
  const { runTurn } = await answer<typeof import("./starter.ts")>();
  const steps: string[] = [];
  const registry = new ToolRegistry();
  registry.register({
    spec: { name: "say", description: "" },
    handler(args) {
      const word = String(args["word"]);
      steps.push(`执行 ${word}`);
      args["word"] = "forged";
      if (word.startsWith("坏")) throw new Error(word);
      return `said ${word}`;
    },
  });
  const state = createState();
  state.messages.push({ role: "user", content: "说" });
  const { reply, results } = await runTurn(state, provider, registry, (event) => {
    steps.push(stepOf(event));
    listen(event);
  });
  return { steps, reply, results: results.map((one) => [one.toolCallId, one.content]), messages: state.messages };
}

/** Two calls with a text between them. */
function twoCalls(firstWord = "甲") {
  const [one, two] = [fresh("call-"), fresh("call-")];
  const words = [fresh(firstWord), fresh("乙")] as const;
  const reply = [call(one, "say", { word: words[0] }), text("还有"), call(two, "say", { word: words[1] })];
  return { ids: [one, two], words, reply };
}

test("no tool runs before the reply is whole", async () => {
  const { ids, words, reply } = twoCalls();
  const { steps } = await turnOf(scripted([reply]));
  const early = steps.slice(0, steps.indexOf("message_end")).filter((step) => step.startsWith("执行"));
  expectSame(early, [], () => ({
    saw: `回复还没有说完，工具就执行了：${steps.join("、")}。`,
    should: "先读到 message_end，再执行工具。",
    read: READ,
  }));
  const told = steps.filter((step) => !step.startsWith("执行"));
  const provided = ["message_start", `tool_call ${ids[0]}`, "text_delta", `tool_call ${ids[1]}`, "message_end"];
  expectSame(told, [...provided, ...ids.map((id) => `tool_result ${id}`)], () => ({
    saw: `依次报出：${told.join("、")}。`,
    should: "provider 的事件到一个报一个，message_end 以后再报结果，一个调用一条，次序和调用相同。",
    read: READ,
  }));
  const ran = steps.filter((step) => step.startsWith("执行"));
  expectSame(
    ran,
    words.map((word) => `执行 ${word}`),
    () => ({
      saw: `执行的依次是：${ran.join("、") || "一个也没有"}。`,
      should: "每个调用执行一次，照调用的次序。",
      read: READ,
    }),
  );
});

test("the results are handed over, and the transcript is left alone", async () => {
  const { ids, words, reply } = twoCalls("坏");
  const { results, messages } = await turnOf(scripted([reply]));
  const wanted = [
    [ids[0], `error: ${words[0]}`],
    [ids[1], `said ${words[1]}`],
  ];
  expectSame(results, wanted, (seen) => ({
    saw: `第一个工具抛错，第二个没有，交出来的结果是 ${JSON.stringify(seen)}。`,
    should: `一个调用一条结果，失败的是「error: 」开头的文字，后面的照样执行：${JSON.stringify(wanted)}。`,
    read: PAIRS,
  }));
  expectSame(messages.length, 1, (number) => ({
    saw: `runTurn 自己往 transcript 里写了 ${number - 1} 条。`,
    should: "写 transcript 的只有 runEventedToolLoop，runTurn 只把回复和结果交出去。",
    read: "README.md「工作原理」里讲 runTurn 的一段",
  }));
});

test("a handler that rewrites its arguments does not reach the reply", async () => {
  const { words, reply: said } = twoCalls();
  const { reply } = await turnOf(scripted([said]));
  expectSame(
    reply.toolCalls?.map((one) => one.arguments["word"]),
    [...words],
    (seen) => ({
      saw: `handler 改写了自己的参数，回复里的参数成了 ${JSON.stringify(seen)}。`,
      should: "回复要写进 transcript，执行用的得是另一份调用。",
      read: "README.md「工作原理」里讲副本的一段",
    }),
  );
});

test("a reply that failed runs nothing, and still answers each call", async () => {
  const broken = [twoCalls(), twoCalls(), twoCalls()] as const;
  const failing: [string, { ids: string[] }, Provider][] = [
    ["两个调用之后断线", broken[0], scripted([[...broken[0].reply, fail("connection reset")]])],
    ["两个调用之后流没有结尾就停了", broken[1], scripted([[...broken[1].reply, hangUp()]])],
    [
      "provider 自己以 error 结尾",
      broken[2],
      streaming<ProviderEvent>(
        ...broken[2].ids.map((id): ProviderEvent => ({ type: "tool_call", call: { id, name: "say", arguments: {} } })),
        { type: "message_end", stopReason: "error", errorMessage: "overloaded" },
      ),
    ],
  ];
  for (const [what, { ids }, provider] of failing) {
    const { steps, results } = await turnOf(provider);
    const ran = steps.filter((step) => step.startsWith("执行")).length;
    expectSame(ran, 0, () => ({
      saw: `${what}，执行了 ${ran} 个工具。`,
      should: "话没有说完，谁也不知道它接下来要说什么：一个也不执行。",
      read: READ,
    }));
    expectSame(
      results.map(([id]) => id),
      ids,
      (seen) => ({
        saw: `${what}，两个调用一共有 ${seen.length} 条结果。`,
        should: "没有执行，也各要有一条结果，指回自己的调用，次序相同。",
        read: PAIRS,
      }),
    );
    const bare = results.find(
      ([, content]) => !/\p{L}/u.test(String(content ?? "").replaceAll(/error|undefined/gi, "")),
    );
    expectSame(bare, undefined, (seen) => ({
      saw: `${what}，有一条结果是「${String(seen?.[1])}」，没有写原因。`,
      should: "结果里写明没有执行，以及为什么；模型以后读到它，才知道可以再来一次。",
      read: PAIRS,
    }));
    const told = steps.filter((step) => step.startsWith("tool_result")).length;
    expectSame(told, 2, (seen) => ({
      saw: `${what}，两条结果报出去 ${seen} 条。`,
      should: "transcript 里有的结果，屏幕上也要看得到：每条都报。",
      read: PAIRS,
    }));
  }
});

test("what counts is whether there are calls", async () => {
  const [id, word] = [fresh("call-"), fresh("甲")];
  const { results } = await turnOf(
    streaming<ProviderEvent>(
      { type: "tool_call", call: { id, name: "say", arguments: { word } } },
      { type: "message_end", stopReason: "stop" },
    ),
  );
  expectSame(results, [[id, `said ${word}`]], (seen) => ({
    saw: `回复里有调用，却以 stop 结束，结果是 ${JSON.stringify(seen)}。`,
    should: "要不要执行，不看 stopReason 是不是 toolUse，只看有没有调用；以 error 结束的除外。",
    read: "README.md「工作原理」里讲 toolUse 的一段",
  }));
});

test("who listens gets no hold on the results", async () => {
  const { reply } = twoCalls();
  const { results } = await turnOf(scripted([reply]), (event) => {
    if (event.type === "tool_result") event.result.content = "forged";
  });
  if (!results.some(([, content]) => content === "forged")) return;
  throw verdict({
    saw: "听事件的人改写 tool_result 里的文字，交出来的结果也跟着变了。",
    should: "报出去的是副本，听的人改不到要写进 transcript 的那一份。",
    read: "README.md「工作原理」里讲 runTurn 的一段",
  });
});

test("the request is a copy, and its events go on as they come, each waited for", async () => {
  const { runTurn } = await answer<typeof import("./starter.ts")>();
  const [state, registry, input] = [createState(), new ToolRegistry(), fresh("说")];
  state.messages.push({ role: "user", content: input });
  registry.register({ spec: { name: fresh("say_"), description: "" }, handler: () => "" });
  const log: string[] = [];
  const said: ProviderEvent[] = [
    { type: "message_start" },
    { type: "text_delta", delta: "甲" },
    { type: "text_delta", delta: "乙" },
    { type: "message_end", stopReason: "stop" },
  ];
  const asked: unknown[] = [];
  const provider: Provider = {
    async *stream({ messages, tools }) {
      asked.push(structuredClone(messages), structuredClone(tools));
      for (const message of messages) message.content = "forged";
      for (const event of said) {
        log.push(`送出 ${event.type}`);
        yield event;
      }
    },
  };
  await runTurn(state, provider, registry, async (event) => {
    for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    log.push(`报完 ${event.type}`);
  });
  const wanted = said.flatMap(({ type }) => [`送出 ${type}`, `报完 ${type}`]);
  expectSame(log, wanted, (seen) => ({
    saw: `provider 送出、output 报完，依次是：${seen.join("、")}。`,
    should: "到一个报一个，报完才读下一个；攒到最后再报，用户面前就什么都没有。要等的只有工具。",
    read: "README.md「工作原理」里讲 runTurn 的一段",
  }));
  const request = [[{ role: "user", content: input }], registry.getSpecs()];
  expectSame<unknown>([asked, state.messages[0]?.content], [request, input], () => ({
    saw: `请求里的消息和工具是 ${JSON.stringify(asked)}；provider 改动它收到的消息以后，transcript 里的那一句是「${String(state.messages[0]?.content)}」。`,
    should: "请求还和从前一样：消息整份抄，工具的说明都带上。",
    read: "README.md「工作原理」里讲 runTurn 的一段",
  }));
});
