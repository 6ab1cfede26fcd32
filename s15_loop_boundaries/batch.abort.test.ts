import * as fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, text } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered, resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { VirtualClock } from "../shared/virtual-clock.ts";
import { runAgentLoop } from "./agent-loop.ts";
import type { AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { repairToolResults } from "./repair.ts";
import type { AgentTool, ToolExecutionMode } from "./tools.ts";

type Work = { ms: number; heeds: boolean };
type Play = { works: Work[]; mode: ToolExecutionMode; terminate?: boolean };
type Stop = { at?: number; when?: (event: AgentEvent) => boolean };

const Parameters = Type.Object({ ms: Type.Number(), heeds: Type.Boolean() });

/** Plays one batch of work on a clock of its own, stopped at a time or by an event; tells what came of it. */
async function play({ works, mode, terminate }: Play, { at, when }: Stop) {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const ran: number[] = [];
  const work: AgentTool<typeof Parameters> = {
    name: "work",
    label: "work",
    description: "work",
    parameters: Parameters,
    async execute(id, { ms, heeds }, signal) {
      await clock.sleep(ms, heeds ? signal : undefined);
      if (heeds && signal?.aborted) throw new Error("stopped");
      ran.push(Number(id));
      return { ...saying("done"), terminate };
    },
  };
  const stream = scriptedStream([works.map((args, id) => call(`${id}`, "work", args)), [text("")]], undefined, {
    clock,
  });
  const config: AgentLoopConfig = {
    model: stageModel("model-a"),
    convertToLlm: sendAll,
    toolExecution: mode,
  };
  const events: AgentEvent[] = [];
  const emit = (event: AgentEvent) => {
    events.push(event);
    if (when?.(event)) controller.abort();
  };
  if (at !== undefined) void clock.sleep(at).then(() => controller.abort());
  const context = { systemPrompt: "", messages: [], tools: [work] };
  const messages: AgentMessage[] = await clock.run(
    runAgentLoop([userMessage("go")], context, config, emit, controller.signal, stream.streamFn),
  );
  const idsOf = (type: AgentEvent["type"]) =>
    events.flatMap((event) => (event.type === type && "toolCallId" in event ? [Number(event.toolCallId)] : []));
  return { messages, ran, started: idsOf("tool_execution_start"), ended: idsOf("tool_execution_end"), stream };
}

const deaf = (ms: number): Work => ({ ms, heeds: false });
const isStartOf = (id: number) => (event: AgentEvent) =>
  event.type === "tool_execution_start" && event.toolCallId === `${id}`;

describe("one after the other", () => {
  const sequential = { works: [deaf(30), deaf(10), deaf(20)], mode: "sequential" as const };

  it("the call that runs is finished; those after it have no start, no end, no result", async () => {
    const { messages, started, ended } = await play(sequential, { at: 15 });
    expect({ started, ended }).toEqual({ started: [0], ended: [0] });
    expect(shapeOf(messages)).toEqual(["user", "assistant 0 1 2", "toolResult 0", "assistant"]);
  });

  it("aborted as the second begins: that one is refused, the third never begins", async () => {
    const { messages, ran } = await play(sequential, { when: isStartOf(1) });
    expect(ran).toEqual([0]);
    expect(resultsIn(messages)).toEqual(["done", "Operation aborted (isError)"]);
  });
});

describe("all at once", () => {
  const parallel = { works: [deaf(30), deaf(10), deaf(20)], mode: "parallel" as const };

  it("aborted between two preflights: what was prepared runs, the next is refused, the rest never begins", async () => {
    const { messages, ran, started, ended } = await play(parallel, { when: isStartOf(1) });
    expect({ ran, started, ended }).toEqual({ ran: [0], started: [0, 1], ended: [1, 0] });
    expect(resultsIn(messages)).toEqual(["done", "Operation aborted (isError)"]);
  });

  it("aborted while the tools run: each comes to its end", async () => {
    const { messages, ended } = await play({ ...parallel, works: [deaf(30), { ms: 20, heeds: true }] }, { at: 10 });
    expect(ended).toEqual([1, 0]);
    expect(resultsIn(messages)).toEqual(["done", "stopped (isError)"]);
  });
});

it.each(["sequential", "parallel"] as const)(
  "%s, aborted before the batch: the first is refused, the rest never begins, and none runs",
  async (mode) => {
    const { messages, ran, started } = await play(
      { works: [deaf(30), deaf(10)], mode },
      { when: (event) => event.type === "message_end" && event.message.role === "assistant" },
    );
    expect({ ran, started }).toEqual({ ran: [], started: [0] });
    expect(resultsIn(messages)).toEqual(["Operation aborted (isError)"]);
  },
);

describe("after an abort", () => {
  it.each(["sequential", "parallel"] as const)("%s: the provider is asked once more", async (mode) => {
    const { messages, stream } = await play({ works: [deaf(30)], mode }, { at: 10 });
    expect(stream.requests).toHaveLength(2);
    expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted", content: [] });
  });

  it("it is not when all calls that were answered ask to end; those that were not have no say", async () => {
    const { messages, stream } = await play(
      { works: [deaf(30), deaf(10)], mode: "sequential", terminate: true },
      { at: 10 },
    );
    expect(stream.requests).toHaveLength(1);
    expect(shapeOf(messages)).toEqual(["user", "assistant 0 1", "toolResult 0"]);
  });
});

it("any batch, stopped at any time: the first calls are answered, in order, and the repair answers the rest", async () => {
  const anyWork = fc.record({ ms: fc.integer({ min: 0, max: 40 }), heeds: fc.boolean() });
  const anyPlay = fc.record({
    works: fc.array(anyWork, { minLength: 1, maxLength: 5 }),
    mode: fc.constantFrom<ToolExecutionMode>("sequential", "parallel"),
  });
  const anyStop = fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((at): Stop => ({ at })),
    fc.integer({ min: 0, max: 4 }).map((id): Stop => ({ when: isStartOf(id) })),
  );
  await fc.assert(
    fc.asyncProperty(anyPlay, anyStop, async (scene, stop) => {
      const { messages, started, ended, ran } = await play(scene, stop);
      const answered = messages.flatMap((one) => (one.role === "toolResult" ? [Number(one.toolCallId)] : []));
      expect(answered).toEqual(scene.works.map((_, id) => id).slice(0, answered.length));
      expect(answered.length).toBeGreaterThan(0);
      expect(started).toEqual(answered);
      expect(new Set(ended)).toEqual(new Set(started));
      expect(answered).toEqual(expect.arrayContaining(ran));
      expectEachCallAnswered(repairToolResults(sendAll(messages)));
    }),
    { numRuns: 60 },
  );
});
