import * as fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, end, fail, text, type Reply, type Script } from "../shared/script.ts";
import { sendAll, scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { slowSink } from "../shared/testing/slow-sink.ts";
import { expectEachCallAnswered, shapeOf } from "../shared/testing/transcript.ts";
import { runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import { MAX_TURNS } from "./loop.ts";
import { MessageQueue, type QueueMode } from "./queues.ts";
import type { AgentTool } from "./tools.ts";

const tool = (name: string, terminate?: boolean): AgentTool => ({
  name,
  label: name,
  description: "",
  parameters: Type.Object({}),
  execute: async () => ({ ...saying(name), terminate }),
});

/** What each poll of a queue yields, in order; nothing when there are no more. */
type Polls = string[][];
type Given = { steering?: Polls; followUps?: Polls; signal?: AbortSignal; config?: Partial<AgentLoopConfig> };

/** One run, and a diary of it: the polls, the requests, and the messages and turns that were told of. */
async function run(script: Script, { steering = [], followUps = [], signal, config }: Given = {}) {
  const diary: string[] = [];
  const poll = (name: string, polls: Polls) => async (): Promise<AgentMessage[]> => {
    diary.push(name);
    return (polls.shift() ?? []).map((said) => userMessage(said));
  };
  const stream = scriptedStream(script, undefined, { onRequest: () => diary.push("request") });
  const emit = (event: AgentEvent) => {
    if (event.type === "message_end" && event.message.role === "user") diary.push(`says ${event.message.content}`);
    if (event.type.startsWith("turn") || event.type.startsWith("agent")) diary.push(event.type);
  };
  const context: AgentContext = { systemPrompt: "", messages: [], tools: [tool("work"), tool("submit", true)] };
  const added = await runAgentLoop(
    [userMessage("hi")],
    context,
    {
      model: stageModel("model-a"),
      convertToLlm: (messages) => sendAll([...messages]),
      getSteeringMessages: poll("steering?", steering),
      getFollowUpMessages: poll("follow-up?", followUps),
      ...config,
    },
    emit,
    signal,
    stream.streamFn,
  );
  return { added, diary, context, requests: stream.requests.map(({ messages }) => shapeOf(messages)) };
}

const spoken = (messages: readonly AgentMessage[]) =>
  messages.flatMap(({ role, content }) => (role === "user" && typeof content === "string" ? [content] : []));

describe("when the queues are asked", () => {
  it("steering before the first turn and after each, follow-ups only where the run would end", async () => {
    const { diary } = await run([[call("1", "work")], [text("done")]]);
    expect(diary.join(", ")).toBe(
      "agent_start, turn_start, says hi, steering?, request, turn_end, " +
        "steering?, turn_start, request, turn_end, steering?, follow-up?, agent_end",
    );
  });

  it("after a follow-up's turn: both again", async () => {
    const { diary } = await run([[text("done")], [text("done")]], { followUps: [["more"]] });
    expect(diary.slice(diary.indexOf("follow-up?")).join(", ")).toBe(
      "follow-up?, turn_start, says more, request, turn_end, steering?, follow-up?, agent_end",
    );
  });

  it.each(["error", "aborted"] as const)("neither after a reply that ended with %s", async (reason) => {
    const reply = reason === "error" ? [fail("gone")] : [text("so"), end("aborted")];
    const { diary } = await run([reply], { steering: [[], ["late"]], followUps: [["later"]] });
    expect(diary.slice(-3)).toEqual(["request", "turn_end", "agent_end"]);
    expect(diary.filter((line) => line.endsWith("?"))).toEqual(["steering?"]);
  });

  it("an abort in a tool does not keep a steering message out; follow-ups are not asked for", async () => {
    const controller = new AbortController();
    const config = { beforeToolCall: async () => void controller.abort() };
    const queues = { steering: [[], ["listen"]], followUps: [["later"]] };
    const given = { ...queues, signal: controller.signal, config };
    const { added, diary } = await run([[call("1", "work")], [text("unsaid")]], given);
    expect(shapeOf(added)).toEqual(["user", "assistant 1", "toolResult 1", "user", "assistant"]);
    expect(added.at(-1)).toMatchObject({ stopReason: "aborted" });
    expect(diary).not.toContain("follow-up?");
  });

  it.each<[string, Partial<AgentLoopConfig>]>([
    ["are missing", { getSteeringMessages: undefined, getFollowUpMessages: undefined } as never],
    [
      "give nothing at all",
      { getSteeringMessages: async () => undefined as never, getFollowUpMessages: null as never },
    ],
  ])("queues that %s are empty ones", async (_, config) => {
    const { added } = await run([[call("1", "work")], [text("done")]], { config });
    expect(shapeOf(added)).toEqual(["user", "assistant 1", "toolResult 1", "assistant"]);
  });

  it("rejects when a queue does: that breaks its contract", async () => {
    const config = { getSteeringMessages: () => Promise.reject(new Error("lost")) };
    await expect(run([[text("unsaid")]], { config })).rejects.toThrow("lost");
  });
});

describe("steering", () => {
  it("before the first turn stands after the prompt, in the same turn and request", async () => {
    const { diary, requests } = await run([[text("done")]], { steering: [["in French"]] });
    expect(diary.slice(0, 6).join(", ")).toBe("agent_start, turn_start, says hi, steering?, says in French, request");
    expect(requests).toEqual([["user", "user"]]);
  });

  it("is told of as all else is: the run waits for the sink", async () => {
    const { emit, expectHeardInTurn } = slowSink();
    const polls = [[], [userMessage("wait"), userMessage("and")]];
    const config: AgentLoopConfig = {
      model: stageModel("model-a"),
      convertToLlm: (all) => sendAll([...all]),
      getSteeringMessages: async () => polls.shift() ?? [],
    };
    const { streamFn } = scriptedStream([[text("done")], [text("done")]]);
    const context: AgentContext = { systemPrompt: "", messages: [] };
    await runAgentLoop([userMessage("hi")], context, config, emit, undefined, streamFn);
    expectHeardInTurn("agent_end");
  });

  it("skips no call of the reply, and stands after all its results, before the next request", async () => {
    const script = [[call("1", "work"), call("2", "work")], [text("done")]];
    const { added, requests } = await run(script, { steering: [[], ["stop", "now"]] });
    expect(shapeOf(added).slice(1, 6)).toEqual(["assistant 1 2", "toolResult 1", "toolResult 2", "user", "user"]);
    expect(requests[1]).toEqual(shapeOf(added).slice(0, 6));
  });

  it("keeps a run going that a reply without calls would end", async () => {
    const { requests } = await run([[text("done")], [text("done")]], { steering: [[], ["wait"]] });
    expect(requests[1]).toEqual(["user", "assistant", "user"]);
  });

  it("keeps a run going that a tool asks to end, but for that only; the tool is heard afterwards", async () => {
    const asked = await run([[call("1", "submit")], [text("done")]], { steering: [[], ["wait"]] });
    expect(shapeOf(asked.added)).toEqual(["user", "assistant 1", "toolResult 1", "user", "assistant"]);
    const left = await run([[call("1", "submit")]], { followUps: [] });
    expect(left.requests).toHaveLength(1);
    expect(left.diary.slice(-2)).toEqual(["follow-up?", "agent_end"]);
  });

  it("goes before a follow-up that waits longer", async () => {
    const { added } = await run([[text("1")], [text("2")], [text("3")]], {
      steering: [[], ["now"]],
      followUps: [["then"]],
    });
    expect(spoken(added)).toEqual(["hi", "now", "then"]);
  });
});

describe("the turn limit", () => {
  it("counts the turns of both loops; who spoke last is in the transcript, unanswered", async () => {
    const more = Array.from({ length: MAX_TURNS + 2 }, (_, index) => [`more ${index + 1}`]);
    const { added, requests } = await run(() => [text("done")], { steering: [[], ["wait"]], followUps: more });
    expect(requests).toHaveLength(MAX_TURNS);
    expect(spoken(added)).toHaveLength(MAX_TURNS + 1);
    expect(added.at(-1)).toMatchObject({ stopReason: "error", errorMessage: `Stopped after ${MAX_TURNS} turns` });
  });

  it("leaves its reply in the caller's transcript, too, when the run continues that", async () => {
    const context: AgentContext = { systemPrompt: "", messages: [userMessage("hi")] };
    const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: (all) => sendAll([...all]) };
    const { streamFn } = scriptedStream((request) => [call(`call-${request}`, "nope")]);
    const added = await runAgentLoopContinue(context, config, () => {}, undefined, streamFn);
    expect(context.messages.slice(1)).toEqual(added);
  });
});

describe("with a queue behind each poll", () => {
  const anyReply = fc.constantFrom<Reply>(
    [text("done")],
    [call("1", "work")],
    [call("1", "submit")],
    [call("1", "work"), call("2", "submit")],
    [fail("gone")],
  );
  const anyScript = fc.array(anyReply, { minLength: 1, maxLength: 6 });
  const anySaid = fc.array(fc.record({ queue: fc.constantFrom("steering", "followUp"), event: fc.nat({ max: 60 }) }));
  const anyMode = fc.constantFrom<QueueMode>("all", "one-at-a-time");

  it("what was taken out stands in the transcript once, in order, told of, and in the next request", async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, anySaid, anyMode, async (script, said, mode) => {
        const queues = { steering: new MessageQueue(mode), followUp: new MessageQueue(mode) };
        const put = { steering: [] as AgentMessage[], followUp: [] as AgentMessage[] };
        const heard: AgentMessage[] = [];
        let events = 0;
        const emit = (event: AgentEvent) => {
          if (event.type === "message_end") heard.push(event.message);
          for (const { queue } of said.filter((one) => one.event === events)) {
            const message = userMessage(`${queue} ${put[queue].length}`);
            put[queue].push(message);
            queues[queue].enqueue(message);
          }
          events++;
        };
        const config: AgentLoopConfig = {
          model: stageModel("model-a"),
          convertToLlm: (messages) => sendAll([...messages]),
          getSteeringMessages: async () => queues.steering.drain(),
          getFollowUpMessages: async () => queues.followUp.drain(),
        };
        const context = { systemPrompt: "", messages: [], tools: [tool("work"), tool("submit", true)] };
        const stream = scriptedStream(script);
        const added = await runAgentLoop([userMessage("hi")], context, config, emit, undefined, stream.streamFn);

        expect(heard).toEqual(added);
        expectEachCallAnswered(added);
        const all = (queue: "steering" | "followUp") =>
          Array.from({ length: said.length }, () => queues[queue].drain());
        for (const queue of ["steering", "followUp"] as const) {
          const taken = added.filter((one) => put[queue].includes(one));
          expect([...taken, ...all(queue).flat()]).toEqual(put[queue]);
        }
        for (const { messages } of stream.requests) {
          expect(messages).toEqual(added.slice(0, messages.length));
          expect(added[messages.length]).toMatchObject({ role: "assistant" });
        }
      }),
    );
  });
});
