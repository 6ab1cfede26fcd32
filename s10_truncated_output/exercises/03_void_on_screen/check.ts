import { Type } from "typebox";
import { test } from "vitest";
import { runAgentLoop } from "#s10/agent-loop.ts";
import { parseStreamingJson } from "#s10/salvage.ts";
import type { AgentTool } from "#s10/tools.ts";
import { stageModel, userMessage } from "#shared/props.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, end, fail, fragments, text, type Reply } from "#shared/script.ts";
import { scriptedStream } from "#shared/testing/providers.ts";

const END = "README.md「工作原理」里的「等消息完整」";

/** Plays some replies and a closing one on the unchanged loop; what was told, in order, said things as `say a b`. */
async function played(names: string[], ...replies: Reply[]) {
  const { tellingOfVoidCalls } = await answer<typeof import("./starter.ts")>();
  const given: string[] = [];
  const told: string[] = [];
  let busy: string | undefined;
  let overtaken: string | undefined;
  const emit = async ({ type }: { type: string }) => {
    overtaken ??= busy && `${type} 在 ${busy} 还没有处理完的时候就来了`;
    busy = type;
    told.push(type);
    for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    busy = undefined;
  };
  const tool = (name: string): AgentTool => ({
    name,
    label: name,
    description: "",
    parameters: Type.Object({ path: Type.String() }),
    execute: () => Promise.reject(new Error("disk full")),
  });
  const sink = tellingOfVoidCalls(emit, (calls) => void told.push(`say ${calls.join(" ")}`));
  const { streamFn } = scriptedStream([...replies, [text("好")]], undefined, { parseArguments: parseStreamingJson });
  await runAgentLoop(
    [userMessage("删掉它们")],
    { systemPrompt: "", messages: [], tools: names.map(tool) },
    { model: stageModel("model-a"), convertToLlm: (messages) => messages },
    (event) => {
      given.push(event.type);
      return sink(event);
    },
    undefined,
    streamFn,
  );
  return { given, told, said: told.filter((line) => line.startsWith("say ")), overtaken };
}

test("the calls of a reply that was cut off are told of, once and in order", async () => {
  const [first, second] = [fresh("remove_"), fresh("write_")];
  const { told, said } = await played(
    [first, second],
    [call("call-1", first, { path: "/a" }), fragments("call-2", second, ['{"path":"/b']), end("length")],
  );
  expectSame(said, [`say ${first} ${second}`], () => ({
    saw: `回复以 length 结束，里面有 ${first} 和 ${second}，say 被叫了 ${said.length} 次：${said.map((one) => one.slice(4)).join("；") || "（没有）"}。`,
    should: `一条回复叫一次，给它「${first} ${second}」：作废的是整条回复里的调用，不管看来写完没有。`,
    read: END,
  }));
  const at = told.findIndex((line) => line.startsWith("say "));
  const handled = told.indexOf("tool_execution_start");
  if (handled !== -1 && at > handled) {
    throw verdict({
      saw: `say 是在 ${told[at - 1]} 之后叫的。`,
      should: "回复完整了就叫，不等到处理这些调用：屏幕上的半截参数不该多留。",
      read: END,
    });
  }
});

test("the same tool twice, and another reply that is cut off", async () => {
  const [first, second] = [fresh("remove_"), fresh("write_")];
  const reply = [
    call("call-1", first, { path: "/a" }),
    call("call-2", second, { path: "/b" }),
    fragments("call-3", first, ['{"path":"/c']),
    end("length"),
  ];
  const again = [fragments("call-4", second, ['{"path":"/d']), end("length")];
  const { said } = await played([first, second], reply, again);
  expectSame(said, [`say ${first} ${second} ${first}`, `say ${second}`], () => ({
    saw: `两条回复接连以 length 结束，里面依次是 ${first}、${second}、${first}，和 ${second}；say 被叫了 ${said.length} 次：${said.map((one) => one.slice(4)).join("；") || "（没有）"}。`,
    should: "一个调用一个名字，同名的也各写一个；每一条这样的回复叫一次。",
    read: END,
  }));
});

test("what was not cut off is not told of", async () => {
  const name = fresh("remove_");
  const one = call("call-1", name, { path: "/a" });
  for (const [what, reply] of [
    ["以 toolUse 结束，工具自己失败了", [one]],
    ["以 stop 结束，里面有一个调用", [one, end("stop")]],
    ["以 length 结束，里面只有话", [text("从前有座山"), end("length")]],
    ["以 error 结束，里面有一个调用", [one, fail("connection reset")]],
  ] as [string, Reply][]) {
    const { said } = await played([name], reply);
    expectSame(said, [], () => ({
      saw: `回复${what}，say 被叫了 ${said.length} 次：${said.map((line) => line.slice(4)).join("；")}。`,
      should: "只有以 length 结束、里面又有调用的回复，才有作废的参数。",
      read: "README.md「解决方案」里的表",
    }));
  }
});

test("every event goes on, and the run waits for it", async () => {
  const name = fresh("remove_");
  const { given, told, overtaken } = await played([name], [fragments("call-1", name, ['{"path":"/b']), end("length")]);
  const passed = told.filter((line) => !line.startsWith("say "));
  expectSame(passed, given, () => ({
    saw: `循环报了 ${given.length} 个事件，emit 收到 ${passed.length} 个：${passed.join("、") || "（没有）"}。`,
    should: `每个事件都照常交给 emit，不多不少，次序不变：${given.join("、")}。`,
    read: "events.ts 的 AgentEvent",
  }));
  if (overtaken) {
    throw verdict({
      saw: `${overtaken}。`,
      should: "循环等 emit 处理完一个事件才往下走，夹在中间的也要等：把 emit 的 Promise 等完，或者交出去。",
      read: "events.ts 的 AgentEventSink",
    });
  }
});
