import type { AgentContext, AgentLoopConfig, AgentMessage, AgentTool } from "@earendil-works/pi-agent-core";
import { stageModel } from "../../shared/props.ts";
import type { VirtualClock } from "../../shared/virtual-clock.ts";
import { Recorder } from "./recorder.ts";
import type { Act, Pause, Place, Plan, ThrownPlan } from "./plan.ts";

/** What lies around one play: its clock, what is written down of it, and what its acts change. */
export class World {
  readonly clock: VirtualClock;
  readonly recorder = new Recorder(() => this.clock.now);
  readonly controller = new AbortController();
  readonly steering: AgentMessage[] = [];
  readonly followUps: AgentMessage[] = [];
  /** What the caller hands to the loop; set once the play is set up. */
  context!: AgentContext;
  config!: AgentLoopConfig;
  /** The run's own context, as the loop has shown it last. */
  shown: AgentContext | undefined;
  /** The list that the run writes, as far as it has been shown. */
  transcript: AgentMessage[] | undefined;
  readonly #spareTool: (name: string) => AgentTool;
  readonly #breaks: Plan["breaks"];
  readonly #calls = new Map<Place, number>();
  #made = 0;

  constructor(plan: Plan, clock: VirtualClock, spareTool: (name: string) => AgentTool) {
    this.clock = clock;
    this.#breaks = plan.way === "awaited" ? plan.breaks : null;
    this.#spareTool = spareTool;
  }

  get signalAborted(): boolean {
    return this.controller.signal.aborted;
  }

  /** Counts a call of a callback, and throws when its turn to break has come. */
  enter(place: Place): void {
    const call = (this.#calls.get(place) ?? 0) + 1;
    this.#calls.set(place, call);
    if (this.#breaks?.where === place && this.#breaks.at === call) throw new Error(`${place} breaks`);
  }

  async pause(pause: Pause, signal?: AbortSignal): Promise<void> {
    if (!pause) return;
    if ("ms" in pause) await this.clock.sleep(pause.ms, signal);
    else for (let tick = 0; tick < pause.ticks; tick++) await undefined;
  }

  /** What a callback gives back: at once without a pause, or later. */
  soon<T>(pause: Pause, make: () => T): T | Promise<T> {
    return pause ? this.pause(pause).then(make) : make();
  }

  act(acts: readonly Act[]): void {
    for (const act of acts) {
      this.recorder.add("act", act);
      this.#change(act);
    }
  }

  message(content: string): AgentMessage {
    return { role: "user", content, timestamp: Date.now() };
  }

  #change(act: Act): void {
    const { context, config, shown } = this;
    const number = ++this.#made;
    switch (act) {
      case "abort":
        return this.controller.abort();
      case "add tool":
        return void context.tools?.push(this.#spareTool(`t${(number % 4) + 1}`));
      case "drop tool":
        return void context.tools?.shift();
      case "caller prompt":
        return void (context.systemPrompt = `caller ${number}`);
      case "caller model":
        return void (config.model = stageModel(`caller-${number}`));
      case "steer":
        return void this.steering.push(this.message(`steer ${number}`));
      case "follow up":
        return void this.followUps.push(this.message(`follow up ${number}`));
      default:
        if (shown) this.#changeRun(act, shown, number);
    }
  }

  #changeRun(act: Act, shown: AgentContext, number: number): void {
    if (act === "run prompt") shown.systemPrompt = `run ${number}`;
    if (act === "run tools") shown.tools = (shown.tools ?? []).toReversed();
    if (act === "run messages") shown.messages = [...shown.messages];
    if (act === "run message") shown.messages.push(this.message(`inserted ${number}`));
  }
}

/** Throws what a plan says; code may throw anything. */
export function throwPlanned(thrown: ThrownPlan): never {
  switch (thrown) {
    case "error":
      throw new Error("it broke");
    case "empty error":
      throw new Error("");
    case "type error":
      throw new TypeError("not that type");
    case "text":
      throw "a text";
    case "number":
      throw 42;
    case "null":
      throw null;
    case "undefined":
      throw undefined;
    case "object":
      throw { message: "no error" };
  }
}
