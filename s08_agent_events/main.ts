import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT, stageModel, userMessage } from "../shared/props.ts";
import type { Stage } from "../shared/stage.ts";
import { agentLoop, runAgentLoop } from "./agent-loop.ts";
import { cases, type Case } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import { errorText } from "./errors.ts";
import type { AgentEvent } from "./events.ts";

export const chapter: Chapter<Case> = {
  id: "s08",
  title: "Agent Events",
  cases,
  play: (scene, stage) => playOn({ runAgentLoop, agentLoop }, scene, stage),
  playOn,
};

type Loop = { runAgentLoop: typeof runAgentLoop; agentLoop: typeof agentLoop };

async function playOn(loop: Loop, scene: Case, stage: Stage): Promise<void> {
  const context: AgentContext = { systemPrompt: STAGE_PROMPT, messages: [], tools: scene.tools(stage) };
  const config: AgentLoopConfig = {
    model: stageModel(STAGE_MODEL),
    convertToLlm: (messages) => messages,
    ...scene.config?.(stage),
  };
  const { streamFn } = stage.castStream(scene.script, { context, config }, scene);

  // Whoever listens to the events has the transcript.
  const heard: AgentMessage[] = [];
  stage.watch(() => heard);
  const emit = async (event: AgentEvent) => {
    if (event.type === "message_end") heard.push(event.message);
    await stage.output(event);
    await scene.listener?.(event, stage);
  };

  const run = async (prompts: AgentMessage[]) => {
    if (!scene.consumer) return loop.runAgentLoop(prompts, context, config, emit, undefined, streamFn);
    const events = loop.agentLoop(prompts, context, config, undefined, streamFn);
    await scene.consumer(events, emit, stage);
    return events.result();
  };

  for (const input of scene.inputs) {
    stage.user(input);
    try {
      context.messages.push(...(await run([userMessage(input)])));
    } catch (error) {
      if (!scene.breaksContract) throw error;
      stage.note("result", `result() 也抛错：${errorText(error)}`);
    }
    const last = context.messages.at(-1);
    if (last?.role === "assistant") stage.assistant(last);
  }
  if (scene.listens) stage.note("listener", heard.map(({ role }) => role).join(" → "));
  if (scene.showState) stage.state(context.messages);
}

await startWhenMain(import.meta.url, chapter);
