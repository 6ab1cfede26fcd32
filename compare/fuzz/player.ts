import type { AgentEvent, AgentMessage } from "@earendil-works/pi-agent-core";
import { holdTime } from "../../shared/clock.ts";
import { NothingLeft, VirtualClock } from "../../shared/virtual-clock.ts";
import type { PiModules } from "../play/pi-player.ts";
import { keptMessage } from "../play/pi-messages.ts";
import { stageModel } from "../../shared/props.ts";
import { plainTool } from "./argument-plans.ts";
import { configOf } from "./caller.ts";
import { streamFnOf } from "./provider.ts";
import { Recorder } from "./recorder.ts";
import { messagesView, toolOf } from "./tools.ts";
import type { KeptKind, Plan } from "./plan.ts";
import { World } from "./world.ts";

/** The four functions that a loop has. */
export type Loop = Pick<
  PiModules["agent"],
  "runAgentLoop" | "runAgentLoopContinue" | "agentLoop" | "agentLoopContinue"
>;

/** Keeps the reader of a stream from ever waking at the instant of anything else. */
const READER_OFFSET = 0.1234567;

/** Plays a plan on a loop, and returns what could be seen of it, line by line. Never rejects for what the loop does. */
export async function playPlan(plan: Plan, loop: Loop, ai: PiModules["ai"]): Promise<string[]> {
  const clock = new VirtualClock();
  return holdTime(clock, () => new PlannedPlay(plan, loop, ai, clock).lines());
}

class PlannedPlay {
  readonly #plan: Plan;
  readonly #loop: Loop;
  readonly #world: World;
  /** What the reader of a stream hears: the loop waits for nobody, so only its own order counts. */
  readonly #heard: Recorder;
  readonly #streamFn: ReturnType<typeof streamFnOf>;
  /** Events so far, the listener's calls. */
  #events = 0;
  #rejection: { error: unknown } | undefined;

  constructor(plan: Plan, loop: Loop, ai: PiModules["ai"], clock: VirtualClock) {
    this.#plan = plan;
    this.#loop = loop;
    const world = new World(plan, clock, (name) => toolOf(plainTool(name, { json: { type: "object" } }), world));
    this.#world = world;
    this.#heard = new Recorder(() => clock.now);
    const kept = plan.kept.map((kind, index) => messageOf(kind, index + 1));
    world.context = {
      systemPrompt: "caller",
      messages: kept,
      ...(plan.tools && { tools: plan.tools.map((tool) => toolOf(tool, world)) }),
    };
    world.config = configOf(plan, world);
    this.#streamFn = streamFnOf(plan, world, ai);
    if (plan.signal === "aborted") world.controller.abort();
  }

  async lines(): Promise<string[]> {
    const { clock, recorder, context } = this.#world;
    let end = "ends";
    try {
      await clock.run(this.#run());
    } catch (error) {
      if (!(error instanceof NothingLeft)) throw error;
      end = "hangs";
    }
    if (this.#rejection) end = `rejects ${rejectionText(this.#rejection.error)}`;
    const final = new Recorder(() => clock.now);
    final.add("finally", end, this.#world.signalAborted);
    for (const message of context.messages) final.add("in the caller's context", message);
    return [...recorder.lines, ...this.#heard.lines, ...final.lines];
  }

  async #run(): Promise<void> {
    const { runs, keeps, timed } = this.#plan;
    const world = this.#world;
    for (const { ms, act } of timed) void world.clock.sleep(ms).then(() => world.act([act]));
    for (const run of runs) {
      try {
        const added = await this.#runOnce(run);
        world.recorder.add("returned", messagesView(added));
        if (keeps && run !== "continue") world.context.messages.push(...added);
      } catch (error) {
        // What still runs in the background is to be seen, but what the caller would do meanwhile is left to luck.
        this.#rejection = { error };
        return;
      }
    }
  }

  #runOnce(run: "continue" | number): Promise<AgentMessage[]> {
    const { context, config } = this.#world;
    const { runAgentLoop, runAgentLoopContinue, agentLoop, agentLoopContinue } = this.#loop;
    const [signal, streamFn] = [this.#signal, this.#streamFn];
    const prompts = run === "continue" ? [] : Array.from({ length: run }, (_, index) => messageOf("user", -index));
    if (this.#plan.way === "awaited") {
      if (run === "continue") return runAgentLoopContinue(context, config, this.#sink, signal, streamFn);
      return runAgentLoop(prompts, context, config, this.#sink, signal, streamFn);
    }
    if (run === "continue") return this.#read(() => agentLoopContinue(context, config, signal, streamFn));
    return this.#read(() => agentLoop(prompts, context, config, signal, streamFn));
  }

  get #signal(): AbortSignal | undefined {
    return this.#plan.signal === "none" ? undefined : this.#world.controller.signal;
  }

  readonly #sink = (event: AgentEvent): void | Promise<void> => {
    // A sink that breaks over an update would reject before anyone waits for it, and end the process.
    if (event.type !== "tool_execution_update") this.#world.enter("sink");
    recordEvent(this.#world.recorder, event);
    // A sink may look at the transcript: what is told is not in it yet, or already.
    if (this.#world.transcript) this.#world.recorder.add("transcript", messagesView(this.#world.transcript));
    const { pauses, acts } = this.#plan.listener;
    const number = ++this.#events;
    const pause = pauses[(number - 1) % pauses.length] ?? null;
    this.#world.act(acts.filter(({ at }) => at === number).map(({ act }) => act));
    return pause ? this.#world.pause(pause) : undefined;
  };

  async #read(start: () => ReturnType<Loop["agentLoop"]>): Promise<AgentMessage[]> {
    const { resultFirst, leavesAt } = this.#plan.listener;
    const stream = start();
    if (resultFirst) await stream.result();
    let read = 0;
    for await (const event of stream) {
      recordEvent(this.#heard, event);
      await this.#react();
      if (++read === leavesAt) break;
    }
    return stream.result();
  }

  /** A reader takes its time before it does something, so that it never competes with the loop. */
  async #react(): Promise<void> {
    const { pauses, acts } = this.#plan.listener;
    const number = ++this.#events;
    const pause = pauses[(number - 1) % pauses.length] ?? null;
    const now = acts.filter(({ at }) => at === number).map(({ act }) => act);
    const ms = pause && "ms" in pause ? pause.ms : 0;
    if (ms > 0 || now.length > 0) await this.#world.clock.sleep(ms + READER_OFFSET);
    this.#world.act(now);
  }
}

function recordEvent(recorder: Recorder, event: AgentEvent): void {
  const told = event.type === "agent_end" ? messagesView(event.messages) : event;
  recorder.add(event.type, told);
}

/** What a JavaScript engine says of a field of nothing depends on how the field is read. */
function rejectionText(error: unknown): string {
  if (error instanceof TypeError) return error.name;
  return error instanceof Error ? error.message : String(error);
}

function messageOf(kind: KeptKind, number: number): AgentMessage {
  const text = `${kind} ${number}`;
  const block = [{ type: "text" as const, text }];
  if (kind === "user") return { role: "user", content: text, timestamp: Date.now() };
  if (kind === "custom") return { role: "custom", content: text, timestamp: 0 } as unknown as AgentMessage;
  const model = stageModel("kept");
  if (kind === "assistant") return keptMessage({ role: "assistant", content: block, stopReason: "stop" }, model);
  return keptMessage({ role: "toolResult", toolCallId: "k", toolName: "t1", content: block, isError: false }, model);
}
