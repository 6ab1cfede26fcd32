import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, end, fail, meanwhile, text, type Reply } from "../shared/script.ts";
import { scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { toLlm } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, ShouldStopAfterTurnContext } from "./context.ts";
import type { AgentTool } from "./tools.ts";

const echo = (said: string): AgentTool => ({
  name: "echo",
  label: "",
  description: "",
  parameters: Type.Object({}),
  execute: async () => saying(said),
});

/** Runs a script; `order` is what was asked and told, without the steps of replies. */
async function run(script: Reply<AgentLoopConfig>[], policies: (order: string[]) => Partial<AgentLoopConfig>) {
  const order: string[] = [];
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: toLlm, ...policies(order) };
  const context: AgentContext = { systemPrompt: "one", messages: [], tools: [echo("old")] };
  const { requests, streamFn } = scriptedStream(script, config);
  const emit = ({ type }: { type: string }) => void (/turn|agent/.test(type) && order.push(type));
  const added = await runAgentLoop([userMessage("go")], context, config, emit, undefined, streamFn);
  return { order, requests, added, config, context };
}

const twoTurns = (): Reply<AgentLoopConfig>[] => [[call("1", "echo")], [text("done")]];

/** Says that it was asked, and has nothing to say. */
const asked = (order: string[]): Partial<AgentLoopConfig> => ({
  prepareNextTurn: () => void order.push("prepareNextTurn"),
  shouldStopAfterTurn: () => order.push("shouldStopAfterTurn") < 0,
  getSteeringMessages: async () => (order.push("steering"), []),
  getFollowUpMessages: async () => (order.push("followUps"), []),
});

describe("after a turn", () => {
  it("asks what the next turn goes by, whether to stop, and only then the queues", async () => {
    const afterTurn = ["turn_end", "prepareNextTurn", "shouldStopAfterTurn", "steering"];
    const { order } = await run(twoTurns(), asked);
    expect(order.slice(0, 3)).toEqual(["agent_start", "turn_start", "steering"]);
    expect(order.slice(3)).toEqual([...afterTurn, "turn_start", ...afterTurn, "followUps", "agent_end"]);
  });

  it("asks nobody when the reply failed", async () => {
    const { order } = await run([[fail("offline")]], asked);
    expect(order).toEqual(["agent_start", "turn_start", "steering", "turn_end", "agent_end"]);
  });

  it("tells of the turn, the transcript with it, and what the run has added", async () => {
    const told: ShouldStopAfterTurnContext[] = [];
    const tell = (turn: ShouldStopAfterTurnContext) => {
      told.push({
        ...turn,
        newMessages: [...turn.newMessages],
        context: { ...turn.context, messages: [...turn.context.messages] },
      });
      return undefined;
    };
    const { added } = await run(twoTurns(), () => ({
      prepareNextTurn: tell,
      shouldStopAfterTurn: (turn) => !!tell(turn),
    }));
    const first = { message: added[1], toolResults: [added[2]], newMessages: added.slice(0, 3) };
    const second = { message: added[3], toolResults: [], newMessages: added };
    expect(told).toMatchObject([first, first, second, second]);
    expect(told.map(({ context }) => context.messages)).toEqual(told.map(({ newMessages }) => newMessages));
  });
});

it("a reply's calls run whatever its stop reason says, unless that is length", async () => {
  const { added } = await run([[call("1", "echo"), end("stop")], [text("done")]], () => ({}));
  expect(resultsIn(added as never)).toEqual(["old"]);
});

describe("shouldStopAfterTurn", () => {
  it("ends the run when it says so, at once or later, and leaves both queues as they are", async () => {
    const later = () => new Promise<boolean>((resolve) => setImmediate(() => resolve(true)));
    for (const stop of [() => true, later, () => "yes" as never]) {
      const { order, added } = await run([[call("1", "echo")]], (said) => ({
        ...asked(said),
        shouldStopAfterTurn: stop,
      }));
      expect(order).toEqual(["agent_start", "turn_start", "steering", "turn_end", "prepareNextTurn", "agent_end"]);
      expect(shapeOf(added as never)).toEqual(["user", "assistant 1", "toolResult 1"]);
    }
  });

  it("and prepareNextTurn are given the run's own context and lists, not copies", async () => {
    const seen: ShouldStopAfterTurnContext[] = [];
    const { added } = await run([[text("done")]], () => ({
      prepareNextTurn: (turn) => void seen.push(turn),
      shouldStopAfterTurn: (turn) => seen.push(turn) > 0,
    }));
    const [prepared, asked] = seen;
    expect(prepared?.context).toBe(asked?.context);
    expect(prepared?.toolResults).toBe(asked?.toolResults);
    for (const turn of seen) expect(turn.newMessages).toBe(added);
  });

  it("sees the context that prepareNextTurn has put in place", async () => {
    const seen: AgentContext[] = [];
    const other: AgentContext = { systemPrompt: "other", messages: [] };
    await run([[call("1", "echo")]], () => ({
      prepareNextTurn: () => ({ context: other }),
      shouldStopAfterTurn: ({ context }) => seen.push(context) > 0,
    }));
    expect(seen[0]).toBe(other);
  });
});

describe("prepareNextTurn", () => {
  it("replaces prompt, tools and messages for the next turn; what the run returns is whole", async () => {
    const tools = [echo("new")];
    const { requests, added, context } = await run([[call("1", "echo")], [call("2", "echo")], [text("done")]], () => ({
      prepareNextTurn: async ({ message }) =>
        message.content.some((block) => block.type === "toolCall" && block.id === "1")
          ? { context: { systemPrompt: "two", messages: [userMessage("summary")], tools } }
          : undefined,
    }));
    expect(requests.map(({ systemPrompt, messages }) => [systemPrompt, messages.length])).toEqual([
      ["one", 1],
      ["two", 1],
      ["two", 3],
    ]);
    expect(resultsIn(added as never)).toEqual(["old", "new"]);
    expect(shapeOf(added as never)).toEqual([
      "user",
      "assistant 1",
      "toolResult 1",
      "assistant 2",
      "toolResult 2",
      "assistant",
    ]);
    expect(context).toMatchObject({ systemPrompt: "one", messages: [] });
  });

  it.each([
    [undefined, ["low", "low"]],
    ["off", ["low", undefined]],
    ["high", ["low", "high"]],
  ] as const)("with thinkingLevel %s: reasoning is %j", async (thinkingLevel, levels) => {
    const { requests, config } = await run(twoTurns(), () => ({
      reasoning: "low",
      prepareNextTurn: () => (thinkingLevel ? { thinkingLevel } : {}),
    }));
    expect(requests.map(({ reasoning }) => reasoning)).toEqual(levels);
    expect(config.reasoning).toBe("low");
  });

  it("replaces the model and leaves the caller's config alone; the key is asked of the new provider", async () => {
    const providers: string[] = [];
    const { requests, config } = await run(twoTurns(), () => ({
      prepareNextTurn: () => ({ model: { ...stageModel("model-b"), provider: "other" } }),
      getApiKey: (provider) => `key of ${providers.push(provider) && provider}`,
    }));
    expect(requests.map(({ model }) => model)).toEqual(["model-a", "model-b"]);
    expect(providers).toEqual(["scripted", "other"]);
    expect(config.model.id).toBe("model-a");
  });

  it("ends the caller's hold on the model: until it has answered something, the config is read anew", async () => {
    let turns = 0;
    const into = (id: string) => meanwhile<AgentLoopConfig>("", (config) => void (config.model = stageModel(id)));
    const script = [
      [into("b"), call("1", "echo")],
      [into("c"), call("2", "echo")],
      [into("d"), call("3", "echo")],
      [text("done")],
    ];
    const policies = () => ({ prepareNextTurn: () => (++turns === 2 ? {} : undefined) });
    const { requests } = await run(script, policies);
    expect(requests.map(({ model }) => model)).toEqual(["model-a", "b", "c", "c"]);
  });

  it.each(["prepareNextTurn", "shouldStopAfterTurn"])("%s that rejects breaks the run off", async (name) => {
    await expect(run(twoTurns(), () => ({ [name]: () => Promise.reject(new Error("gone")) }))).rejects.toThrow("gone");
  });
});
