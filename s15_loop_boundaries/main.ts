import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT, stageModel, userMessage } from "../shared/props.ts";
import { fail } from "../shared/script.ts";
import { ScriptedStream } from "../shared/scripted-stream.ts";
import type { Stage } from "../shared/stage.ts";
import { cases, toLlm, type Case, type User } from "./cases.ts";
import { agentLoop, runAgentLoop, type AgentContext, type AgentLoopConfig, type AgentMessage } from "./index.ts";
import type { AgentEvent, StreamFn } from "./index.ts";
import { MessageQueue } from "./queues.ts";
import { parseStreamingJson } from "./salvage.ts";

export const chapter: Chapter<Case> = {
  id: "s15",
  title: "Loop Boundaries",
  cases,
  play: (scene, stage) => playOn({ runAgentLoop, agentLoop }, scene, stage),
  playOn,
};

type Loop = { runAgentLoop: typeof runAgentLoop; agentLoop: typeof agentLoop };

async function playOn(loop: Loop, scene: Case, stage: Stage): Promise<void> {
  const user: User = { queue: new MessageQueue("all"), wantsStop: false };
  const caller: AgentContext = { systemPrompt: STAGE_PROMPT, messages: [] };
  const props = { note: stage.note, clock: stage.clock, caller, user };
  caller.tools = scene.tools(props);
  const config: AgentLoopConfig = {
    model: stageModel(STAGE_MODEL),
    convertToLlm: toLlm,
    getSteeringMessages: async () => user.queue.drain(),
    ...scene.config?.(props),
  };
  const world = { context: caller, config };
  const cast = stage.castStream(scene.script, world, { ...scene, parseArguments: parseStreamingJson });
  const streamFn = scene.strictProvider ? refusingUnknownRoles(cast.streamFn, stage) : cast.streamFn;

  // Whoever listens to the events has the transcript.
  const heard: AgentMessage[] = [];
  stage.watch(() => heard);
  const emit = async (event: AgentEvent) => {
    if (event.type === "message_end") heard.push(event.message);
    await stage.output(event);
  };

  const run = async (input: string) => {
    stage.user(input);
    const context = scene.begin?.(caller) ?? caller;
    const prompts = [userMessage(input)];
    const added = scene.streams
      ? await readToEnd(loop.agentLoop(prompts, context, config, undefined, streamFn), emit)
      : await loop.runAgentLoop(prompts, context, config, emit, undefined, streamFn);
    caller.messages.push(...added);
    user.wantsStop = false;
    const last = added.at(-1);
    if (last?.role === "assistant") stage.assistant(last);
  };

  letUserAct(scene, stage, user);
  await runAll(scene, stage, run);
  if (scene.showState) stage.state(caller.messages);
}

/** One run after the other, unless the user cannot wait. */
async function runAll({ inputs, impatientAt }: Case, { clock }: Stage, run: (input: string) => Promise<void>) {
  const underway: Promise<void>[] = [];
  for (const input of inputs) {
    if (impatientAt !== undefined && underway.length > 0) await clock.sleep(impatientAt);
    const running = run(input);
    underway.push(running);
    if (impatientAt === undefined) await running;
  }
  await Promise.all(underway);
}

async function readToEnd(events: ReturnType<typeof agentLoop>, emit: (event: AgentEvent) => Promise<void>) {
  for await (const event of events) await emit(event);
  return events.result();
}

/** What happens beside the first run. */
function letUserAct({ says = [], stopAt }: Case, { clock, note }: Stage, user: User): void {
  for (const { at, role, content } of says) {
    void clock.sleep(at).then(() => {
      note("outside", `${role === "user" ? "用户插话" : `应用放进 ${role}`}：${content}`);
      user.queue.enqueue({ role, content, timestamp: Date.now() });
    });
  }
  if (stopAt === undefined) return;
  void clock.sleep(stopAt).then(() => {
    note("outside", "用户点了「做完这一轮就停」");
    user.wantsStop = true;
  });
}

const ROLES: readonly string[] = ["user", "assistant", "toolResult"];

/** A provider as strict as real ones are. */
function refusingUnknownRoles(streamFn: StreamFn, { clock }: Stage): StreamFn {
  return (model, context, options) => {
    const at = context.messages.findIndex(({ role }) => !ROLES.includes(role));
    if (at === -1) return streamFn(model, context, options);
    const refusal = fail(`400 messages.${at}.role: unknown role "${context.messages[at]?.role}"`);
    return new ScriptedStream([[refusal]], { caseName: "", clock }).streamFn(model, context, options);
  };
}

await startWhenMain(import.meta.url, chapter);
