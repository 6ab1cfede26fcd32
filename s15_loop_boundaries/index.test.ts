import { expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { text } from "../shared/script.ts";
import { scriptedStream } from "../shared/testing/providers.ts";
import * as dropIn from "./index.ts";
import type { AgentContext, AgentEvent, AgentLoopConfig } from "./index.ts";

it("exports the functions that Pi's loop exports, with as many parameters, and nothing else", () => {
  expect(Object.fromEntries(Object.entries(dropIn).map(([name, value]) => [name, value.length]))).toEqual({
    agentLoop: 5,
    agentLoopContinue: 4,
    runAgentLoop: 6,
    runAgentLoopContinue: 5,
  });
});

it("runs in all four ways, with the types that it exports", async () => {
  const config: AgentLoopConfig = { model: stageModel("model-a"), convertToLlm: () => [] };
  const context = (): AgentContext => ({ systemPrompt: "", messages: [userMessage("earlier")] });
  const stream = () => scriptedStream([[text("done")]]).streamFn;
  const prompts = [userMessage("hi")];
  const heard: AgentEvent[] = [];
  const emit = (event: AgentEvent) => void heard.push(event);
  const runs = await Promise.all([
    dropIn.runAgentLoop(prompts, context(), config, emit, undefined, stream()),
    dropIn.agentLoop(prompts, context(), config, undefined, stream()).result(),
    dropIn.runAgentLoopContinue(context(), config, emit, undefined, stream()),
    dropIn.agentLoopContinue(context(), config, undefined, stream()).result(),
  ]);
  expect(runs.map((added) => added.map(({ role }) => role))).toEqual([
    ["user", "assistant"],
    ["user", "assistant"],
    ["assistant"],
    ["assistant"],
  ]);
  expect(heard.filter(({ type }) => type === "agent_end")).toHaveLength(2);
});
