import type { AgentContext, AgentLoopConfig, AgentTool, AgentToolResult } from "@earendil-works/pi-agent-core";
import { copyOf } from "../../shared/copy.ts";
import { Mention } from "./recorder.ts";
import { schemaOf } from "./schemas.ts";
import type { AfterPlan, BeforePlan, Plan, ThrownPlan, ToolPlan } from "./plan.ts";
import { throwPlanned, type World } from "./world.ts";

/** A planned tool, as the loop takes one. */
export function toolOf(plan: ToolPlan, world: World): AgentTool {
  const finish = finisherOf(plan, world);
  const { name, mode, prepare } = plan;
  return {
    name,
    label: name,
    description: name,
    parameters: schemaOf(plan.schema) as AgentTool["parameters"],
    ...(mode && { executionMode: mode }),
    ...(prepare && { prepareArguments: (args: unknown) => prepared(prepare, args, world) as never }),
    execute(id, args, signal, onUpdate) {
      world.recorder.add("execute", id, name, args, signal);
      let said = 0;
      const update = () => {
        const partial = { content: [{ type: "text" as const, text: `${name} ${++said}` }], details: { said } };
        // Not written down: what is said after the tool's end has no place in the order, and nobody listens.
        onUpdate?.(partial);
      };
      for (const when of plan.updates) {
        if (when) void world.pause(when).then(update);
        else update();
      }
      const end = () => finish(update, signal);
      if (plan.stalls) return new Promise<never>(() => {});
      // As from plain JavaScript: a tool need not give a promise.
      if (!plan.pause) return end() as unknown as Promise<AgentToolResult<unknown>>;
      return world.pause(plan.pause, plan.heedsAbort ? signal : undefined).then(end);
    },
  };
}

function prepared(how: NonNullable<ToolPlan["prepare"]>, args: unknown, world: World): unknown {
  world.recorder.add("prepareArguments", args);
  if (how === "throws") throwPlanned("error");
  if (how === "aborts") world.act(["abort"]);
  if (how === "null") return null;
  if (how === "copy") return { ...(args as object), a: "1" };
  if (how === "in place" && typeof args === "object" && args !== null) Object.assign(args, { a: 1 });
  return args;
}

function finisherOf({ outcome, acts, lastWords }: ToolPlan, world: World) {
  const shared = outcome.type === "returns" && outcome.shared ? copyOf(outcome.result) : undefined;
  return (update: () => void, signal: AbortSignal | undefined): AgentToolResult<unknown> => {
    world.act(acts);
    if (lastWords) update();
    world.recorder.add("tool ends", signal);
    if (outcome.type === "throws") throwPlanned(outcome.thrown);
    // Without a content, or without anything: no type checker saw this tool.
    if (outcome.type === "nothing") return undefined as never;
    const result = shared ?? copyOf(outcome.result);
    world.recorder.add("result", result);
    return result as AgentToolResult<unknown>;
  };
}

/** The hooks that a plan has, as the loop takes them. */
export function hooksOf({ before, after }: Plan, world: World): Partial<AgentLoopConfig> {
  return {
    ...(before && { beforeToolCall: beforeOf(before, world) }),
    ...(after && { afterToolCall: afterOf(after, world) }),
  };
}

type Before = NonNullable<AgentLoopConfig["beforeToolCall"]>;
type After = NonNullable<AgentLoopConfig["afterToolCall"]>;

function beforeOf(plans: BeforePlan[], world: World): Before {
  let calls = 0;
  return ({ assistantMessage, toolCall, args, context }, signal) => {
    const plan = plans[calls++];
    show(world, context);
    world.recorder.add("before", new Mention(assistantMessage, ""), toolCall, args, contextView(context), signal);
    const decide = () => {
      if (!plan) return undefined;
      if (plan.mutates) mutate(plan.mutates === "args" ? args : toolCall.arguments);
      world.act(plan.acts);
      world.recorder.add("before ends", contextView(context), signal);
      return answerOf<{ block?: boolean; reason?: string }>(plan.answer);
    };
    return world.soon(plan?.pause ?? null, decide) as ReturnType<Before>;
  };
}

function afterOf(plans: AfterPlan[], world: World): After {
  let calls = 0;
  return ({ assistantMessage, toolCall, args, result, isError, context }, signal) => {
    const plan = plans[calls++];
    show(world, context);
    const told = [new Mention(assistantMessage, ""), toolCall, args, result, isError, contextView(context), signal];
    world.recorder.add("after", ...told);
    const decide = () => {
      if (!plan) return undefined;
      if (plan.mutates) mutate(plan.mutates === "args" ? args : result);
      world.act(plan.acts);
      world.recorder.add("after ends", contextView(context), signal);
      return answerOf<object>(plan.answer);
    };
    return world.soon(plan?.pause ?? null, decide) as ReturnType<After>;
  };
}

function answerOf<T extends object>(answer: T | "undefined" | "null" | { throws: ThrownPlan }): T | undefined | null {
  if (answer === "undefined") return undefined;
  if (answer === "null") return null;
  if (typeof answer === "object" && "throws" in answer) throwPlanned(answer.throws as ThrownPlan);
  return copyOf(answer) as T;
}

/** Leaves a trace in what a hook was shown. */
function mutate(value: unknown): void {
  if (typeof value === "object" && value !== null) Object.assign(value, { mutated: true });
}

/** Remembers what the loop has shown of itself. */
export function show(world: World, context: AgentContext): void {
  world.shown = context;
  world.transcript = context.messages;
}

/** Which context it is, and what stands in it. */
export function contextView(context: AgentContext): unknown[] {
  const { systemPrompt, messages, tools } = context;
  return [new Mention(context, "context"), systemPrompt, messagesView(messages), tools && toolsView(tools)];
}

export function messagesView(messages: readonly { role: string }[]): unknown[] {
  return [new Mention(messages, ""), ...messages.map((message) => new Mention(message, message.role))];
}

export function toolsView(tools: readonly { name: string }[]): unknown[] {
  return [new Mention(tools, ""), ...tools.map((tool) => new Mention(tool, tool.name))];
}
