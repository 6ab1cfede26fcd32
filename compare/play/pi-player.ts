import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  AgentContext,
  AgentEvent,
  AgentLoopConfig,
  AgentMessage,
  AgentTool,
  StreamFn,
} from "@earendil-works/pi-agent-core";
import { STAGE_PROMPT, stageModel, userMessage } from "../../shared/props.ts";
import { VirtualClock } from "../../shared/virtual-clock.ts";
import { LineTrace, type Line } from "./line.ts";
import { errorText, playToEnd, tryPlay, type Outcome, type Play } from "./outcome.ts";
import type { PiLoop } from "./loops.ts";
import { customMessage, keptMessage, textMessage } from "./pi-messages.ts";
import { PiPolicies } from "./pi-policies.ts";
import { asPiStream, breakOff, sayToPi } from "./pi-stream.ts";
import { toPiTool, type PiWings } from "./pi-tools.ts";
import type { KeptMessage } from "./scenario-messages.ts";
import type { Say, Scenario, World } from "./scenario.ts";

export type PiModules = {
  agent: typeof import("@earendil-works/pi-agent-core");
  ai: typeof import("@earendil-works/pi-ai");
};

/** More than any scenario needs, and far less than memory holds. */
const REQUESTS_AT_MOST = 50;

/** Loads the real Pi from a `node_modules` folder. Rejects when it is not there. */
export async function loadPi(modules: string): Promise<PiModules> {
  const load = (name: string) => import(pathToFileURL(join(modules, "@earendil-works", name, "dist/index.js")).href);
  return { agent: await load("pi-agent-core"), ai: await load("pi-ai") };
}

/** Plays a scenario through Pi's own loop. Rejects when the run rejects, or can never end. */
export async function playOnPi(pi: PiModules, scenario: Scenario): Promise<Line[]> {
  return playOnLoop(pi.agent, scenario);
}

/** Plays a scenario that may break off on Pi. */
export async function tryOnPi(pi: PiModules, scenario: Scenario): Promise<Outcome> {
  return tryOnLoop(pi.agent, scenario);
}

/** Plays a scenario through any loop of Pi's signatures; the chapter has to be able to express it. */
export async function playOnLoop(loop: PiLoop, scenario: Scenario): Promise<Line[]> {
  return playToEnd(new LoopPlay(loop, scenario));
}

/** As `playOnLoop`, for what may break off, or never end. */
export async function tryOnLoop(loop: PiLoop, scenario: Scenario): Promise<Outcome> {
  return tryPlay(new LoopPlay(loop, scenario));
}

class LoopPlay implements Play {
  readonly trace: LineTrace;
  readonly clock = new VirtualClock();
  readonly #wings: PiWings;
  readonly #loop: PiLoop;
  readonly #scenario: Scenario;
  readonly #abort = new AbortController();
  readonly #context: AgentContext & { tools: AgentTool[] };
  readonly #policies: PiPolicies;
  /** The roles of the messages that an event said were complete. */
  readonly #heard: string[] = [];
  #requests = 0;

  constructor(loop: PiLoop, scenario: Scenario) {
    this.#loop = loop;
    this.#scenario = scenario;
    this.#context = { systemPrompt: scenario.systemPrompt ?? STAGE_PROMPT, messages: [], tools: [] };
    this.trace = new LineTrace((line) => {
      if (line.key === scenario.abortAfter) this.#abort.abort();
    });
    const say: Say = (from, text) => this.trace.note(from, text);
    this.#wings = { world: this.#makeWorld(), say, trace: this.trace, clock: this.clock };
    this.#policies = new PiPolicies(scenario, this.#wings);
    for (const tool of scenario.tools ?? []) this.#wings.world.registry.register(tool);
    if (scenario.abortedAtStart) this.#abort.abort();
  }

  async run(): Promise<void> {
    const { kept = [], continueFrom, customMessage: said, inputs, forgets, listens, abortAt } = this.#scenario;
    if (abortAt !== undefined) void this.clock.sleep(abortAt).then(() => this.#abort.abort());
    this.#keep(kept);
    if (continueFrom) await this.#continue(continueFrom);
    for (const input of inputs) {
      if (forgets) this.#context.messages = [];
      await this.#prompt([...(said === undefined ? [] : [customMessage(said)]), userMessage(input)]);
    }
    if (listens) this.trace.note("listener", this.#heard.join(" → "));
    this.trace.transcript(this.#context.messages);
  }

  #keep(messages: KeptMessage[]): void {
    const { model } = this.#config;
    this.#context.messages.push(...messages.map((message) => keptMessage(message, model)));
  }

  async #continue(transcript: NonNullable<Scenario["continueFrom"]>): Promise<void> {
    this.#keep(transcript.map(textMessage));
    const { runAgentLoopContinue } = this.#loop;
    if (!runAgentLoopContinue) throw new Error("this loop cannot continue");
    try {
      await runAgentLoopContinue(this.#context, this.#config, this.#emit, this.#signal, this.#stream);
    } catch (error) {
      // Pi refuses before its first event; whatever comes later is no refusal.
      if (this.trace.lines.length > 0) throw error;
      this.trace.note("continue", errorText(error));
    }
  }

  /** A prompt leaves the caller's transcript as it was, so the caller keeps what came back. */
  async #prompt(prompts: AgentMessage[]): Promise<void> {
    const { runAgentLoop } = this.#loop;
    this.#policies.beginRun();
    // The awaited sink, not the stream of `agentLoop`: there, events would arrive later than what hooks say meanwhile.
    const added = await runAgentLoop(prompts, this.#context, this.#config, this.#emit, this.#signal, this.#stream);
    this.#context.messages.push(...added);
  }

  readonly #emit = (event: AgentEvent): void => {
    if (event.type === "message_end") this.#heard.push(event.message.role);
    this.trace.event({ ...event });
  };

  get #config(): AgentLoopConfig {
    return this.#policies.config;
  }

  get #signal(): AbortSignal {
    return this.#abort.signal;
  }

  readonly #stream: StreamFn = (model, context, options) => {
    this.trace.request({ model: model.id, ...context, apiKey: options?.apiKey, reasoning: options?.reasoning });
    const { script, breaksContract = false } = this.#scenario;
    const number = ++this.#requests;
    const reply = typeof script === "function" ? script(number) : script[number - 1];
    if (!reply) throw new Error(`scenario ${this.#scenario.name} has no reply for request ${number}`);
    // Another version may know no policy that stops it.
    if (number > REQUESTS_AT_MOST) throw new Error(`scenario ${this.#scenario.name} does not stop asking`);
    const [first] = reply;
    if (breaksContract && first?.type === "fail") breakOff(first, this.trace);
    const stage = { ...this.#wings, signal: options?.signal, breaksContract };
    return asPiStream(sayToPi(reply, model, context, stage));
  };

  #makeWorld(): PiWings["world"] {
    const { tools } = this.#context;
    return {
      registry: {
        register: (tool) => void tools.push(toPiTool(tool, this.#wings)),
        unregister: (name) => {
          const index = tools.findIndex((tool) => tool.name === name);
          if (index >= 0) tools.splice(index, 1);
        },
      },
      state: this.#liveState(),
      abort: () => this.#abort.abort(),
    };
  }

  /** What the caller holds: the loop reads `config.model` anew each turn, the context's fields once, when a run begins. */
  #liveState(): World["state"] {
    const [context, config] = [this.#context, () => this.#config];
    return {
      get model() {
        return config().model.id;
      },
      set model(name) {
        config().model = stageModel(name);
      },
      get systemPrompt() {
        return context.systemPrompt;
      },
      set systemPrompt(text) {
        context.systemPrompt = text;
      },
    };
  }
}
