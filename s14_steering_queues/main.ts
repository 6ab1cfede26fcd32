import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { STAGE_MODEL, STAGE_PROMPT, stageModel, userMessage } from "../shared/props.ts";
import { fail } from "../shared/script.ts";
import { ScriptedStream } from "../shared/scripted-stream.ts";
import type { Stage } from "../shared/stage.ts";
import { agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
import { cases, type Case, type QueueName, type Said } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent, AgentEventSink } from "./events.ts";
import type { StreamFn } from "./provider.ts";
import { MessageQueue } from "./queues.ts";
import { parseStreamingJson } from "./salvage.ts";

export const chapter: Chapter<Case> = {
  id: "s14",
  title: "Steering Queues",
  cases,
  play: (scene, stage) => playOn({ runAgentLoop, runAgentLoopContinue, agentLoopContinue }, scene, stage),
  playOn,
};

type Loop = {
  runAgentLoop: typeof runAgentLoop;
  runAgentLoopContinue: typeof runAgentLoopContinue;
  agentLoopContinue: typeof agentLoopContinue;
};

type Queues = Record<QueueName, MessageQueue>;

async function playOn(loop: Loop, scene: Case, stage: Stage): Promise<void> {
  const { retries = 0, modes, continueFrom, inputs } = scene;
  const queues: Queues = {
    steering: new MessageQueue(modes?.steering ?? "one-at-a-time"),
    followUp: new MessageQueue(modes?.followUp ?? "one-at-a-time"),
  };
  const caller = new Caller(loop, scene, stage, queues);
  putIntoQueues(scene, stage, queues);
  caller.abortAt(scene.abortAt);

  if (scene.refused) await caller.showRefusal();
  else if (continueFrom) await caller.continue();
  for (const input of inputs) {
    stage.user(input);
    await caller.prompt(input);
    for (let left = retries; left > 0 && caller.hasFailed; left--) await caller.retry();
    caller.showReply();
  }
  if (scene.showTimeline) stage.showTimeline();
  if (scene.showState) stage.state(caller.context.messages);
}

/** Whoever keeps the transcript and begins the runs. */
class Caller {
  readonly context: AgentContext;
  readonly #loop: Loop;
  readonly #scene: Case;
  readonly #stage: Stage;
  readonly #config: AgentLoopConfig;
  readonly #streamFn: StreamFn;
  /** Whoever listens to the events has the transcript. */
  readonly #heard: AgentMessage[];
  #controller = new AbortController();

  constructor(loop: Loop, scene: Case, stage: Stage, queues: Queues) {
    this.#loop = loop;
    this.#scene = scene;
    this.#stage = stage;
    const tools = scene.tools(stage).map((tool) => (scene.showTimeline ? stage.timeline.watch(tool) : tool));
    const messages = (scene.continueFrom ?? []).map(keptMessage);
    this.context = { systemPrompt: STAGE_PROMPT, messages, tools };
    this.#config = {
      model: stageModel(STAGE_MODEL),
      convertToLlm: (all) => all,
      getSteeringMessages: async () => queues.steering.drain(),
      getFollowUpMessages: async () => queues.followUp.drain(),
      ...scene.config?.(stage),
    };
    const world = { context: this.context, config: this.#config };
    const { streamFn } = stage.castStream(scene.script, world, { ...scene, parseArguments: parseStreamingJson });
    this.#streamFn = scene.strictProvider ? refusingUnknownRoles(streamFn, stage) : streamFn;
    this.#heard = [...messages];
    stage.watch(() => this.#heard);
  }

  abortAt(ms: number | undefined): void {
    if (ms === undefined) return;
    void this.#stage.clock.sleep(ms).then(() => {
      this.#stage.note("outside", "用户按了停止");
      this.#controller.abort();
    });
  }

  /** A run from a new input. What it added is the caller's to keep. */
  async prompt(input: string): Promise<void> {
    const prompts = [userMessage(input)];
    const run = this.#loop.runAgentLoop(
      prompts,
      this.context,
      this.#config,
      this.#emit,
      this.#signal(),
      this.#streamFn,
    );
    const added = await run;
    this.#showArray("runAgentLoop");
    this.context.messages.push(...added);
  }

  /** A run from where the transcript ends. It writes into the caller's array. */
  async continue(): Promise<void> {
    await this.#loop.runAgentLoopContinue(this.context, this.#config, this.#emit, this.#signal(), this.#streamFn);
    this.#showArray("runAgentLoopContinue");
  }

  /** A failed reply is no end to go on from. */
  async retry(): Promise<void> {
    this.#stage.note("caller", "去掉失败的回复，继续");
    this.context.messages.pop();
    this.#heard.pop();
    await this.continue();
  }

  async showRefusal(): Promise<void> {
    const { note } = this.#stage;
    const told = (error: unknown) => (error instanceof Error ? error.message : String(error));
    await this.continue().catch((error) => note("runAgentLoopContinue", `Promise 失败：${told(error)}`));
    try {
      this.#loop.agentLoopContinue(this.context, this.#config, this.#signal(), this.#streamFn);
    } catch (error) {
      note("agentLoopContinue", `当场抛错：${told(error)}`);
    }
  }

  get hasFailed(): boolean {
    const last = this.context.messages.at(-1);
    return last?.role === "assistant" && last.stopReason === "error";
  }

  showReply(): void {
    const last = this.context.messages.at(-1);
    if (last?.role === "assistant") this.#stage.assistant(last);
  }

  readonly #emit: AgentEventSink = async (event: AgentEvent) => {
    if (event.type === "message_end") this.#heard.push(event.message);
    await this.#stage.output(event);
  };

  /** One controller a run: a signal that was aborted stays aborted. */
  #signal(): AbortSignal {
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  #showArray(name: string): void {
    if (this.#scene.showArray) this.#stage.note("caller", `${name} 之后，数组里有 ${this.context.messages.length} 条`);
  }
}

/** The user, or the app, says things while the run goes on. */
function putIntoQueues({ says = [] }: Case, { clock, note }: Stage, queues: Queues): void {
  for (const said of says) {
    const put = () => {
      const who = said.byApp ? "应用放进" : said.queue === "steering" ? "用户插话" : "用户追加";
      note("outside", `${who}：${said.text}`);
      queues[said.queue].enqueue(said.byApp ? messageOfApp(said) : userMessage(said.text));
    };
    if (said.at === 0) put();
    else void clock.sleep(said.at).then(put);
  }
}

/** The type knows no such message before s15. */
function messageOfApp({ text }: Said): AgentMessage {
  return { role: "notice", content: text, timestamp: Date.now() } as unknown as AgentMessage;
}

function keptMessage({ role, text }: NonNullable<Case["continueFrom"]>[number]): AgentMessage {
  if (role === "user") return userMessage(text);
  const { id: model, api, provider } = stageModel(STAGE_MODEL);
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  const content = [{ type: "text" as const, text }];
  return { role, content, api, provider, model, usage, stopReason: "stop", timestamp: Date.now() };
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
