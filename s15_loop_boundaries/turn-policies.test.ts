import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { call, meanwhile, text, type Reply } from "../shared/script.ts";
import { scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { resultsIn } from "../shared/testing/transcript.ts";
import { runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
import { toLlm } from "./cases.ts";
import type { AgentContext, AgentLoopConfig } from "./context.ts";
import type { AgentTool } from "./tools.ts";
import { snapshotEachTurn, stopAfterTurns, takeSnapshot } from "./turn-policies.ts";

const tool = (name: string, said = name): AgentTool => ({
  name,
  label: name,
  description: said,
  parameters: Type.Object({}),
  execute: async () => saying(said),
});

/** Runs a script that may change what the caller holds. */
async function run(
  script: Reply<AgentContext>[] | ((request: number) => Reply<AgentContext>),
  caller: AgentContext,
  policies: Partial<AgentLoopConfig>,
  begin = caller,
) {
  const { requests, streamFn } = scriptedStream(script, caller);
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: toLlm, ...policies };
  const added = await runAgentLoop([userMessage("go")], begin, config, () => {}, undefined, streamFn);
  return { requests, added };
}

describe("stopAfterTurns", () => {
  const endless = (request: number) => [call(`call-${request}`, "echo")];
  const callerOf = (): AgentContext => ({ systemPrompt: "", messages: [], tools: [tool("echo")] });

  it.each([1, 2, 8])("ends an endless run after %i turns, with every call answered", async (turns) => {
    const { requests, added } = await run(endless, callerOf(), { shouldStopAfterTurn: stopAfterTurns(turns) });
    expect(requests).toHaveLength(turns);
    expect(added).toHaveLength(1 + 2 * turns);
    expect(added.at(-1)).toMatchObject({ role: "toolResult", isError: false });
  });

  it("counts the turns of one run: those before it do not matter", async () => {
    const caller = callerOf();
    for (const _ of [1, 2]) {
      const { requests, added } = await run(endless, caller, { shouldStopAfterTurn: stopAfterTurns(2) });
      expect(requests).toHaveLength(2);
      caller.messages.push(...added);
    }
  });

  it("counts turns that the user began by steering, and leaves a run alone that ends by itself", async () => {
    const says = [[], [userMessage("and?")], [userMessage("and?")], []];
    const steering = { getSteeringMessages: async () => says.shift() ?? [] };
    const said = () => [text("so")];
    const { requests } = await run(said, callerOf(), { ...steering, shouldStopAfterTurn: stopAfterTurns(2) });
    expect(requests).toHaveLength(2);
    const { added } = await run(said, callerOf(), { shouldStopAfterTurn: stopAfterTurns(2) });
    expect(added).toHaveLength(2);
  });
});

describe("a snapshot", () => {
  it("has the tools in an array that the caller does not hold, also when the caller has none", () => {
    const messages = [userMessage("earlier")];
    const caller: AgentContext = { systemPrompt: "be brief", messages, tools: [tool("echo")] };
    const { tools, ...rest } = takeSnapshot(caller);
    expect(tools).not.toBe(caller.tools);
    expect(tools).toEqual(caller.tools);
    expect(rest).toEqual({ systemPrompt: "be brief", messages });
    expect(takeSnapshot({ systemPrompt: "", messages: [] }).tools).toEqual([]);
  });

  it("lasts one turn: what was shown runs, and the next turn has what the caller holds by then", async () => {
    const caller: AgentContext = { systemPrompt: "one", messages: [], tools: [tool("swapped", "old"), tool("gone")] };
    const change = meanwhile<AgentContext>("", (held) => {
      held.tools?.splice(0, 2, tool("swapped", "new"), tool("added"));
      held.systemPrompt = "two";
    });
    const names = ["swapped", "gone", "added"];
    const calls = (turn: string) => names.map((name) => call(`${turn}-${name}`, name));
    const policy = { prepareNextTurn: snapshotEachTurn(caller) };
    const script = [[change, ...calls("a")], calls("b"), [text("done")]];
    const { requests, added } = await run(script, caller, policy, takeSnapshot(caller));

    expect(resultsIn(added)).toEqual([
      "old",
      "gone",
      "Tool added not found (isError)",
      "new",
      "Tool gone not found (isError)",
      "added",
    ]);
    const shown = requests.map(({ tools = [], systemPrompt }) => [systemPrompt, ...tools.map(({ name }) => name)]);
    expect(shown).toEqual([
      ["one", "swapped", "gone"],
      ["two", "swapped", "added"],
      ["two", "swapped", "added"],
    ]);
    expect(requests.map(({ messages }) => messages.length)).toEqual([1, 5, 9]);
    expect(caller.messages).toEqual([]);
  });

  it("keeps the run's transcript itself, so that a run that continues goes on appending to the caller's", async () => {
    const caller: AgentContext = { systemPrompt: "", messages: [userMessage("go")], tools: [tool("echo")] };
    const { streamFn } = scriptedStream([[call("1", "echo")], [text("done")]]);
    const prepareNextTurn = snapshotEachTurn(caller);
    const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: toLlm, prepareNextTurn };
    const added = await runAgentLoopContinue(caller, config, () => {}, undefined, streamFn);
    expect(caller.messages.slice(1)).toEqual(added);
  });

  it("does without a caller's array being replaced: it looks at the caller anew each turn", async () => {
    const caller: AgentContext = { systemPrompt: "", messages: [] };
    const change = meanwhile<AgentContext>("", (held) => void (held.tools = [tool("echo")]));
    const policy = { prepareNextTurn: snapshotEachTurn(caller) };
    const script = [[change, call("1", "echo")], [call("2", "echo")], [text("done")]];
    const { added } = await run(script, caller, policy, takeSnapshot(caller));
    expect(resultsIn(added)).toEqual(["Tool echo not found (isError)", "echo"]);
  });
});
