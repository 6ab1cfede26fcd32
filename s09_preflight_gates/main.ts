import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT, stageModel, userMessage } from "../shared/props.ts";
import type { Stage } from "../shared/stage.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { cases, type Case } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";

export const chapter: Chapter<Case> = {
  id: "s09",
  title: "Preflight Gates",
  cases,
  play: (scene, stage) => playOn({ runAgentLoop }, scene, stage),
  playOn,
};

type Loop = { runAgentLoop: typeof runAgentLoop };

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
  };

  for (const input of scene.inputs) {
    stage.user(input);
    const added = await loop.runAgentLoop([userMessage(input)], context, config, emit, undefined, streamFn);
    context.messages.push(...added);
    const last = added.at(-1);
    if (last?.role === "assistant") stage.assistant(last);
  }
  if (scene.showState) stage.state(context.messages);
}

await startWhenMain(import.meta.url, chapter);
