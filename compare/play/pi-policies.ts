import type { AgentContext, AgentLoopConfig, AgentLoopTurnUpdate, AgentMessage } from "@earendil-works/pi-agent-core";
import { STAGE_MODEL, stageModel, userMessage } from "../../shared/props.ts";
import { asLlmMessage } from "./pi-messages.ts";
import { toPiHooks, type PiWings } from "./pi-tools.ts";
import type { Scenario } from "./scenario.ts";

/** The caller's policy for scripts without end: Pi itself has no turn limit. */
const TURNS_AT_MOST = 10;

/** What a scenario's caller decides, as Pi's loop asks for it. */
export class PiPolicies {
  readonly config: AgentLoopConfig;
  readonly #scenario: Scenario;
  /** How often each queue was asked for what waits. */
  readonly #polls = { steering: 0, followUps: 0 };
  /** Turns of the present run. */
  #turns = 0;

  constructor(scenario: Scenario, wings: PiWings) {
    const { apiKey, keepLast, toolExecution } = scenario;
    this.#scenario = scenario;
    this.config = {
      model: stageModel(scenario.model ?? STAGE_MODEL),
      convertToLlm: (messages) => messages.map(asLlmMessage),
      ...toPiHooks(scenario.hooks ?? {}, wings),
      ...(toolExecution && { toolExecution }),
      ...(apiKey !== undefined && { getApiKey: () => apiKey }),
      ...(keepLast !== undefined && { transformContext: async (messages) => messages.slice(-keepLast) }),
      getSteeringMessages: async () => waiting(scenario.steering, ++this.#polls.steering),
      getFollowUpMessages: async () => waiting(scenario.followUps, ++this.#polls.followUps),
      prepareNextTurn: ({ context }) => this.#nextTurn(context),
      shouldStopAfterTurn: () => ++this.#turns >= (scenario.stopAfterTurn ?? TURNS_AT_MOST),
    };
  }

  /** Turns are counted from here. */
  beginRun(): void {
    this.#turns = 0;
  }

  #nextTurn(context: AgentContext): AgentLoopTurnUpdate | undefined {
    const next = this.#scenario.nextTurn?.find(({ after }) => after === this.#turns + 1);
    if (!next) return undefined;
    const { systemPrompt, model, thinkingLevel, keepLast } = next;
    const replaced = {
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(keepLast !== undefined && { messages: context.messages.slice(-keepLast) }),
    };
    return {
      ...(Object.keys(replaced).length > 0 && { context: { ...context, ...replaced } }),
      ...(model !== undefined && { model: stageModel(model) }),
      ...(thinkingLevel !== undefined && { thinkingLevel }),
    };
  }
}

function waiting(queue: { poll: number; text: string }[] | undefined, poll: number): AgentMessage[] {
  return (queue ?? []).filter((entry) => entry.poll === poll).map((entry) => userMessage(entry.text));
}
