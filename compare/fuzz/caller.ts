import type { AgentContext, AgentLoopConfig, AgentLoopTurnUpdate, AgentMessage } from "@earendil-works/pi-agent-core";
import type { Message } from "@earendil-works/pi-ai";
import { STAGE_MODEL, stageModel } from "../../shared/props.ts";
import { Mention } from "./recorder.ts";
import { contextView, hooksOf, messagesView, show } from "./tools.ts";
import type { ConfigPlan, Plan, PollPlan, TurnPlan } from "./plan.ts";
import type { World } from "./world.ts";

/** Everything that the caller of the loop decides, as planned. */
export function configOf(plan: Plan, world: World): AgentLoopConfig {
  const { config } = plan;
  return {
    model: stageModel(STAGE_MODEL),
    ...config.options,
    ...(config.toolExecution && { toolExecution: config.toolExecution }),
    ...hooksOf(plan, world),
    convertToLlm: convertOf(config, world),
    ...(config.transform && { transformContext: transformOf(config.transform, world) }),
    ...(config.apiKeys && { getApiKey: apiKeyOf(config.apiKeys, world) }),
    ...(config.turns && { prepareNextTurn: nextTurnOf(config.turns, world) }),
    ...(config.stops && { shouldStopAfterTurn: stopOf(config.stops, world) }),
    ...(config.steering && {
      getSteeringMessages: pollOf("getSteeringMessages", config.steering, world.steering, world),
    }),
    ...(config.followUps && {
      getFollowUpMessages: pollOf("getFollowUpMessages", config.followUps, world.followUps, world),
    }),
  };
}

function convertOf({ convert, transform }: ConfigPlan, world: World): AgentLoopConfig["convertToLlm"] {
  const { pause, how, acts } = convert;
  let calls = 0;
  return (messages) => {
    if (!transform) world.transcript = messages;
    const now = acts.slice(calls, ++calls);
    world.enter("convertToLlm");
    world.recorder.add("convertToLlm", messagesView(messages));
    return world.soon(pause, () => {
      world.act(now);
      if (how === "same") return messages as Message[];
      const known = messages.filter(({ role }) => how === "map" || role === "user");
      return known.map((message) => ({ ...message }) as Message);
    });
  };
}

function transformOf({ pause, keepLast, acts }: NonNullable<Plan["config"]["transform"]>, world: World) {
  let calls = 0;
  return (messages: AgentMessage[], signal?: AbortSignal) => {
    const now = acts.slice(calls, ++calls);
    world.enter("transformContext");
    world.transcript = messages;
    world.recorder.add("transformContext", messagesView(messages), signal);
    const choose = () => {
      world.act(now);
      return keepLast === 0 ? messages : messages.slice(-keepLast);
    };
    return world.soon(pause, choose) as Promise<AgentMessage[]>;
  };
}

function apiKeyOf({ pause, keys, acts }: NonNullable<Plan["config"]["apiKeys"]>, world: World) {
  let calls = 0;
  return (provider: string) => {
    world.enter("getApiKey");
    world.recorder.add("getApiKey", provider);
    const now = acts.slice(calls, calls + 1);
    const key = keys[calls++] ?? undefined;
    return world.soon(pause, () => {
      world.act(now);
      return key;
    });
  };
}

type Turn = Parameters<NonNullable<AgentLoopConfig["prepareNextTurn"]>>[0];

function recordTurn(what: string, { message, toolResults, context, newMessages }: Turn, world: World): void {
  show(world, context);
  const told = [new Mention(message, ""), messagesView(toolResults), contextView(context), messagesView(newMessages)];
  world.recorder.add(what, ...told);
}

function nextTurnOf(turns: TurnPlan[], world: World): NonNullable<AgentLoopConfig["prepareNextTurn"]> {
  let calls = 0;
  return (turn) => {
    world.enter("prepareNextTurn");
    recordTurn("prepareNextTurn", turn, world);
    const plan = turns[calls++];
    if (!plan) return undefined;
    return world.soon(plan.pause, () => {
      world.act(plan.acts);
      return updateOf(plan.update, turn.context, world);
    });
  };
}

function updateOf(update: TurnPlan["update"], context: AgentContext, world: World): AgentLoopTurnUpdate | undefined {
  if (!update) return undefined;
  const { context: how, model, thinkingLevel } = update;
  const replaced = how && replacedContext(how, context);
  if (replaced) show(world, replaced);
  return {
    ...(replaced && { context: replaced }),
    ...(model !== undefined && { model: stageModel(model) }),
    ...(thinkingLevel !== undefined && { thinkingLevel }),
  };
}

function replacedContext(
  how: NonNullable<NonNullable<TurnPlan["update"]>["context"]>,
  context: AgentContext,
): AgentContext {
  if (how === "same") return context;
  if (how === "slice") return { ...context, messages: context.messages.slice(-2) };
  if (how === "prompt") return { ...context, systemPrompt: "next turn" };
  if (how === "no tools") return { systemPrompt: context.systemPrompt, messages: context.messages };
  return { ...context };
}

function stopOf(stops: NonNullable<Plan["config"]["stops"]>, world: World) {
  let calls = 0;
  return (turn: Turn) => {
    world.enter("shouldStopAfterTurn");
    recordTurn("shouldStopAfterTurn", turn, world);
    const plan = stops[calls++];
    return world.soon(plan?.pause ?? null, () => plan?.stop as boolean);
  };
}

function pollOf(
  place: "getSteeringMessages" | "getFollowUpMessages",
  polls: PollPlan[],
  waiting: AgentMessage[],
  world: World,
): () => Promise<AgentMessage[]> {
  let calls = 0;
  return () => {
    world.enter(place);
    world.recorder.add(place);
    const plan = polls[calls++];
    const take = () => {
      const taken = waiting.splice(0);
      if (!plan || taken.length > 0) return taken;
      if (plan.texts === "null") return null;
      return plan.texts === "undefined" ? undefined : plan.texts.map((text) => world.message(text));
    };
    // What a caller that no type checker saw may give.
    return world.soon(plan?.pause ?? null, take) as Promise<AgentMessage[]>;
  };
}
