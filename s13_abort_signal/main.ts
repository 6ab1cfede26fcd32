import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT, stageModel, userMessage } from "../shared/props.ts";
import type { Stage } from "../shared/stage.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { cases, type Case } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { StreamFn } from "./provider.ts";
import { parseStreamingJson } from "./salvage.ts";

export const chapter: Chapter<Case> = {
  id: "s13",
  title: "Abort Signal",
  cases,
  play: (scene, stage) => playOn({ runAgentLoop }, scene, stage),
  playOn,
};

type Loop = { runAgentLoop: typeof runAgentLoop };

async function playOn(loop: Loop, scene: Case, stage: Stage): Promise<void> {
  // One controller a run: a signal that was aborted stays aborted.
  let controller = new AbortController();
  const props = { note: stage.note, clock: stage.clock, abort: () => controller.abort() };

  const tools = scene.tools(props).map((tool) => (scene.showTimeline ? stage.timeline.watch(tool) : tool));
  const context: AgentContext = { systemPrompt: STAGE_PROMPT, messages: [], tools };
  const config: AgentLoopConfig = {
    model: stageModel(STAGE_MODEL),
    convertToLlm: (messages) => messages,
    ...scene.config?.(props),
  };
  const world = { context, config, abort: props.abort };
  const cast = stage.castStream(scene.script, world, { ...scene, parseArguments: parseStreamingJson });
  const streamFn = scene.deafProvider ? withoutSignal(cast.streamFn) : cast.streamFn;

  // Whoever listens to the events has the transcript.
  const heard: AgentMessage[] = [];
  stage.watch(() => heard);
  const emit = async (event: AgentEvent) => {
    if (event.type === "message_end") heard.push(event.message);
    await stage.output(event);
  };

  for (const [index, input] of scene.inputs.entries()) {
    stage.user(input);
    controller = new AbortController();
    const stopped = index === 0 ? stopFirstRun(scene, stage, controller) : undefined;
    const added = await loop.runAgentLoop([userMessage(input)], context, config, emit, controller.signal, streamFn);
    stopped?.runIsOver();
    context.messages.push(...added);
    const last = added.at(-1);
    if (last?.role === "assistant") stage.assistant(last);
  }
  if (scene.showTimeline) stage.showTimeline();
  if (scene.showState) stage.state(context.messages);
}

/** The user at the stop button: pressed before the run begins, or while it goes on; never once the run is over. */
function stopFirstRun({ abortedAtStart, abortAt }: Case, { clock, note }: Stage, controller: AbortController) {
  const over = new AbortController();
  if (abortedAtStart) {
    note("outside", "用户已经按了停止");
    controller.abort();
  }
  if (abortAt !== undefined) {
    void clock.sleep(abortAt, over.signal).then(() => {
      if (over.signal.aborted) return;
      note("outside", "用户按了停止");
      controller.abort();
    });
  }
  return { runIsOver: () => over.abort() };
}

/** A provider that never looks at the signal. */
function withoutSignal(streamFn: StreamFn): StreamFn {
  return (model, context, options) => streamFn(model, context, { ...options, signal: undefined });
}

await startWhenMain(import.meta.url, chapter);
