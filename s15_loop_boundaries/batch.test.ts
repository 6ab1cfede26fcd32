import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STAGE_MODEL, stageModel } from "../shared/props.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import { VirtualClock } from "../shared/virtual-clock.ts";
import { Type } from "typebox";
import { executeToolCalls } from "./batch.ts";
import type { AgentLoopConfig, Run } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AgentTool, AgentToolResult } from "./tools.ts";

const Work = Type.Object({ ms: Type.Number(), fails: Type.Optional(Type.Boolean()) });

/** A run on a clock of its own, and everything that happens in it, in words. */
function setUp(config: Partial<AgentLoopConfig> = {}, more: AgentTool[] = []) {
  const clock = new VirtualClock();
  const log: string[] = [];
  const working = (name: string): AgentTool<typeof Work> => ({
    name,
    label: name,
    description: "",
    parameters: Work,
    async execute(id, { ms, fails }) {
      log.push(`body ${id}`);
      if (ms > 0) await clock.sleep(ms);
      log.push(`done ${id}`);
      if (fails) throw new Error(`${id} failed`);
      return saying(`${id} at ${Math.floor(clock.now)}`);
    },
  });
  const emit = (event: AgentEvent) => {
    if (event.type === "tool_execution_start") log.push(`start ${event.toolCallId}`);
    if (event.type === "tool_execution_end") log.push(`end ${event.toolCallId}`);
    if (event.type === "message_end" && event.message.role === "toolResult")
      log.push(`result ${event.message.toolCallId}`);
  };
  const tools: AgentTool[] = [working("work"), { ...working("alone"), executionMode: "sequential" }, ...more];
  const run: Run = {
    context: { systemPrompt: "", messages: [], tools },
    config: { model: stageModel(STAGE_MODEL), convertToLlm: sendAll, ...config },
    emit,
    signal: undefined,
    streamFn: scriptedStream([]).streamFn,
    newMessages: [],
  };
  const execute = (...toolCalls: ToolCall[]) =>
    clock.run(executeToolCalls({ run, assistantMessage: replyOf(toolCalls), toolCalls }));
  return { clock, log, run, execute };
}

function replyOf(content: ToolCall[]): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  return { role: "assistant", content, api: "", provider: "", model: "", usage, stopReason: "toolUse", timestamp: 0 };
}

const call = (id: string, args: Record<string, unknown> = {}, name = "work"): ToolCall => ({
  type: "toolCall",
  id,
  name,
  arguments: args,
});

const refusing = (id: string): Partial<AgentLoopConfig> => ({
  beforeToolCall: async ({ toolCall }) => (toolCall.id === id ? { block: true, reason: "no" } : undefined),
});

/** What happened in `log` of these kinds, in order. */
const only = (log: string[], ...kinds: string[]) => log.filter((line) => kinds.includes(line.split(" ")[0] ?? ""));

describe("a batch whose calls may run at once", () => {
  it("starts in the order of the calls, ends in the order of completion, answers in the order of the calls", async () => {
    const { log, clock, execute } = setUp();
    const { messages } = await execute(call("a", { ms: 30 }), call("b", { ms: 10 }), call("c", { ms: 20 }));
    expect(only(log, "start", "end", "result")).toEqual([
      "start a",
      "start b",
      "start c",
      "end b",
      "end c",
      "end a",
      "result a",
      "result b",
      "result c",
    ]);
    expect(resultsIn(messages)).toEqual(["a at 30", "b at 10", "c at 20"]);
    expect(clock.now).toBe(30);
  });

  it("starts no body before the last preflight is done", async () => {
    const { log, clock, execute } = setUp({
      async beforeToolCall({ toolCall }) {
        if (toolCall.id !== "b") return undefined;
        await clock.sleep(1000);
        log.push("answered");
        return undefined;
      },
    });
    await execute(call("a", { ms: 10 }), call("b", { ms: 10 }), call("c", { ms: 10 }));
    expect(only(log, "start", "answered", "body")).toEqual([
      "start a",
      "start b",
      "answered",
      "start c",
      "body a",
      "body b",
      "body c",
    ]);
    expect(Math.floor(clock.now)).toBe(1010);
  });

  it("asks the before hook about one call at a time", async () => {
    let [asking, most] = [0, 0];
    const { clock, execute } = setUp({
      async beforeToolCall() {
        most = Math.max(most, ++asking);
        await clock.sleep(5);
        asking--;
        return undefined;
      },
    });
    const { messages } = await execute(call("a", { ms: 0 }), call("b", { ms: 0 }), call("c", { ms: 0 }));
    expect(most).toBe(1);
    expect(resultsIn(messages)).toEqual(["a at 15", "b at 15", "c at 15"]);
  });

  it.each([
    ["blocked", refusing("b"), call("b", { ms: 10 }), "no (isError)"],
    ["unknown", {}, call("b", {}, "nope"), "Tool nope not found (isError)"],
    ["given wrong arguments", {}, call("b", { ms: "soon" }), /^Validation failed/],
  ] as const)(
    "ends a call that is %s at once, before an earlier one runs, and answers it in its turn",
    async (...row) => {
      const [, config, second, text] = row;
      const { log, execute } = setUp(config);
      const { messages } = await execute(call("a", { ms: 10 }), second, call("c", { ms: 10 }));
      expect(only(log, "body", "end", "result")).toEqual([
        "end b",
        "body a",
        "body c",
        "end a",
        "end c",
        "result a",
        "result b",
        "result c",
      ]);
      expect(resultsIn(messages)[1]).toMatch(text);
    },
  );

  it("lets the others finish when one fails", async () => {
    const { log, execute } = setUp();
    const { messages } = await execute(call("a", { ms: 20 }), call("b", { ms: 0, fails: true }), call("c", { ms: 10 }));
    expect(only(log, "end")).toEqual(["end b", "end c", "end a"]);
    expect(resultsIn(messages)).toEqual(["a at 20", "b failed (isError)", "c at 10"]);
  });

  it("has the after hooks of its calls wait side by side", async () => {
    const { clock, log, execute } = setUp({
      async afterToolCall() {
        await clock.sleep(20);
        return undefined;
      },
    });
    await execute(call("a", { ms: 10 }), call("b", { ms: 5 }));
    expect(only(log, "end")).toEqual(["end b", "end a"]);
    expect(clock.now).toBe(30);
  });

  it("answers none until all have ended", async () => {
    const { log, clock, run } = setUp();
    const toolCalls = [call("a", { ms: 0 }), call("b", { ms: 50 })];
    const executing = executeToolCalls({ run, assistantMessage: replyOf(toolCalls), toolCalls });
    await clock.run(Promise.all([clock.sleep(10).then(() => log.push("10 ms")), executing]));
    expect(only(log, "end", "10", "result")).toEqual(["end a", "10 ms", "end b", "result a", "result b"]);
  });
});

describe("a batch that runs one by one", () => {
  const inTurn = ["a", "b"].flatMap((id) => ["start", "body", "done", "end", "result"].map((what) => `${what} ${id}`));

  it.each([
    ["the setting says so", { toolExecution: "sequential" }, "work"],
    ["one tool says so, whatever the setting", { toolExecution: "parallel" }, "alone"],
    ["one tool says so, without a setting", {}, "alone"],
  ] as const)("because %s: each call is handled whole before the next begins", async (_, config, name) => {
    const { log, clock, execute } = setUp(config);
    const { messages } = await execute(call("a", { ms: 30 }), call("b", { ms: 10 }, name));
    expect(log).toEqual(inTurn);
    expect(resultsIn(messages)).toEqual(["a at 30", "b at 40"]);
    expect(clock.now).toBe(40);
  });

  it("because the setting says so, though the tool says that it may run beside others", async () => {
    const { log, run, execute } = setUp({ toolExecution: "sequential" });
    for (const tool of run.context.tools ?? []) tool.executionMode = "parallel";
    await execute(call("a", { ms: 30 }), call("b", { ms: 10 }));
    expect(log).toEqual(inTurn);
  });

  it("only when the tool that must run alone is among the calls", async () => {
    const { clock, execute } = setUp();
    await execute(call("a", { ms: 30 }), call("b", { ms: 10 }), call("c", {}, "nope"));
    expect(clock.now).toBe(30);
  });

  it("not when it is another tool, of the same name, that must run alone", async () => {
    const second: AgentTool = { ...(setUp().run.context.tools?.[1] as AgentTool), name: "work" };
    const { clock, execute } = setUp({}, [second]);
    await execute(call("a", { ms: 30 }), call("b", { ms: 10 }));
    expect(clock.now).toBe(30);
  });

  it("even when the call to that tool is refused", async () => {
    const { log, execute } = setUp(refusing("b"));
    await execute(call("a", { ms: 30 }), call("b", { ms: 10 }, "alone"), call("c", { ms: 10 }));
    expect(only(log, "end", "result")).toEqual(["end a", "result a", "end b", "result b", "end c", "result c"]);
  });
});

describe("terminate", () => {
  const finishing: AgentTool = {
    name: "finish",
    label: "",
    description: "",
    parameters: Type.Object({}),
    execute: async (): Promise<AgentToolResult> => ({ ...saying("bye"), terminate: true }),
  };
  const finish = (id: string) => call(id, {}, "finish");

  it.each(["parallel", "sequential"] as const)("needs every result of the batch, %s", async (toolExecution) => {
    const terminateOf = async (...toolCalls: ToolCall[]) =>
      (await setUp({ toolExecution }, [finishing]).execute(...toolCalls)).terminate;
    expect(await terminateOf(finish("a"), finish("b"))).toBe(true);
    expect(await terminateOf(finish("a"), call("b", { ms: 0 }))).toBe(false);
    expect(await terminateOf(call("a", { ms: 0 }), finish("b"))).toBe(false);
    expect(await terminateOf(finish("a"), call("b", {}, "nope"))).toBe(false);
    expect(await terminateOf()).toBe(false);
  });

  it("counts on a failure, too, when the after hook asks for it", async () => {
    const { execute } = setUp({ afterToolCall: async () => ({ terminate: true }) });
    expect((await execute(call("a", { ms: 0, fails: true }))).terminate).toBe(true);
  });

  it("counts only true, not what JavaScript takes for it", async () => {
    const vague = { ...finishing, execute: async () => ({ ...saying("bye"), terminate: "yes" as unknown as boolean }) };
    expect((await setUp({}, [vague]).execute(finish("a"))).terminate).toBe(false);
  });

  it("does not keep the other calls of the batch from running", async () => {
    const { execute } = setUp({ toolExecution: "sequential" }, [finishing]);
    expect(resultsIn((await execute(finish("a"), finish("b"))).messages)).toEqual(["bye", "bye"]);
  });
});

it.each(["parallel", "sequential"] as const)(
  "%s, waits for the sink at each event, and keeps the very messages that it told of",
  async (toolExecution) => {
    const { emit, expectHeardInTurn } = slowSink();
    const { run } = setUp({ toolExecution });
    const told: unknown[] = [];
    const listening: Run = {
      ...run,
      emit(event) {
        if (event.type === "message_end") told.push(event.message);
        return emit(event);
      },
    };
    const toolCalls = [call("a", {}, "nope"), call("b", { ms: 0 }), call("c", {}, "nope")];
    const assistantMessage = replyOf(toolCalls);
    const { messages } = await executeToolCalls({ run: listening, assistantMessage, toolCalls });
    expectHeardInTurn("message_end");
    expect(messages.every((message, at) => message === told[at])).toBe(true);
  },
);

it("answers calls that share an id, each in its place", async () => {
  const { execute } = setUp();
  const { messages } = await execute(call("a", { ms: 20 }), call("a", { ms: 10 }));
  expect(resultsIn(messages)).toEqual(["a at 20", "a at 10"]);
});

it("answers every call once, in order, whatever runs, fails, is blocked or must run alone", async () => {
  const anyCall = fc.record({
    name: fc.constantFrom("work", "work", "work", "alone", "nope"),
    ms: fc.nat(50),
    fails: fc.boolean(),
    blocked: fc.boolean(),
  });
  const toolExecution = fc.constantFrom("parallel" as const, "sequential" as const);
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { maxLength: 6 }), toolExecution, async (wanted, mode) => {
      const { log, execute } = setUp({
        toolExecution: mode,
        beforeToolCall: async ({ toolCall }) => ({ block: wanted[Number(toolCall.id)]?.blocked === true }),
      });
      const toolCalls = wanted.map(({ name, ms, fails }, id) => call(String(id), { ms, fails }, name));
      const { messages } = await execute(...toolCalls);

      const ids = toolCalls.map(({ id }) => id);
      expect(messages.map(({ toolCallId }) => toolCallId)).toEqual(ids);
      expect(only(log, "result")).toEqual(ids.map((id) => `result ${id}`));
      expect(only(log, "start")).toEqual(ids.map((id) => `start ${id}`));
      expect(only(log, "end").toSorted()).toEqual(ids.map((id) => `end ${id}`).toSorted());

      const runs = wanted.flatMap(({ name, blocked }, id) => (name === "nope" || blocked ? [] : [String(id)]));
      expect(only(log, "body")).toEqual(runs.map((id) => `body ${id}`));
      const oneByOne = mode === "sequential" || wanted.some(({ name }) => name === "alone");
      if (oneByOne) {
        expect(only(log, "body", "done")).toEqual(runs.flatMap((id) => [`body ${id}`, `done ${id}`]));
      } else {
        const [done, ended] = ["done", "end"].map((kind) => only(log, kind).map((line) => line.split(" ")[1]));
        expect(ended?.filter((id) => runs.includes(id ?? ""))).toEqual(done);
        const firstBody = log.findIndex((line) => line.startsWith("body"));
        expect(firstBody === -1 ? [] : only(log.slice(firstBody), "start")).toEqual([]);
      }
    }),
  );
});
