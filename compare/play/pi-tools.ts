import type {
  AfterToolCallResult,
  AgentLoopConfig,
  AgentTool,
  AgentToolResult,
  BeforeToolCallContext,
} from "@earendil-works/pi-agent-core";
import type { VirtualClock } from "./clock.ts";
import type { LineTrace } from "./line.ts";
import { textOf } from "./pi-stream.ts";
import type { HookMoment, ScenarioHooks, ScenarioResult, ScenarioTool, World } from "./scenario.ts";

/** Where tools and hooks of a scenario act when Pi plays it. */
export type PiWings = { world: World; trace: LineTrace; clock: VirtualClock };

/** A scenario's tool as Pi takes one. */
export function toPiTool(tool: ScenarioTool, wings: PiWings): AgentTool {
  const { world, trace, clock } = wings;
  const say = (from: string, text: string) => trace.note(from, text);
  return {
    name: tool.name,
    label: tool.name,
    description: tool.description,
    // A plain JSON Schema, as it comes out of a file; the type asks for one built with TypeBox.
    parameters: (tool.parameters ?? { type: "object" }) as AgentTool["parameters"],
    ...(tool.prepare && { prepareArguments: tool.prepare as NonNullable<AgentTool["prepareArguments"]> }),
    ...(tool.mode && { executionMode: tool.mode }),
    async execute(_id, params, signal, onUpdate) {
      const args = params as Record<string, unknown>;
      for (const { at, text } of tool.updates ?? []) {
        void clock.sleep(at).then(() => onUpdate?.({ content: [{ type: "text", text }], details: {} }));
      }
      const takes = typeof tool.takes === "function" ? tool.takes(args) : tool.takes;
      if (takes !== undefined) await clock.sleep(takes, tool.heedsAbort ? signal : undefined);
      if (tool.stalls) await new Promise<never>(() => {});
      return toPiResult(tool.run(args, world, say, { now: clock.now, aborted: signal?.aborted ?? false }));
    },
  };
}

function toPiResult(result: ScenarioResult): AgentToolResult<unknown> {
  if (typeof result === "string") return { content: [{ type: "text", text: result }], details: {} };
  // The type wants a content; Pi's loop bears a result without.
  return { details: {}, ...result } as AgentToolResult<unknown>;
}

/** A scenario's hooks as Pi takes them. */
export function toPiHooks(
  hooks: ScenarioHooks,
  wings: PiWings,
): Pick<AgentLoopConfig, "beforeToolCall" | "afterToolCall"> {
  const { world, trace, clock } = wings;
  const { before, after, beforeTakes, afterTakes } = hooks;
  const say = (from: string, text: string) => trace.note(from, text);
  return {
    ...(before && {
      async beforeToolCall(told, signal) {
        if (beforeTakes !== undefined) await clock.sleep(beforeTakes);
        return before(callIn(told), world, say, momentOf(told, clock, signal));
      },
    }),
    ...(after && {
      async afterToolCall(told, signal) {
        if (afterTakes !== undefined) await clock.sleep(afterTakes);
        const outcome = { text: textOf(told.result.content), isError: told.isError };
        const changed = after(callIn(told), outcome, world, say, momentOf(told, clock, signal));
        if (!changed) return undefined;
        const { text, ...fields } = changed;
        const content = text === undefined ? {} : { content: [{ type: "text", text }] };
        // A scenario's usage is whatever it says it is.
        return { ...fields, ...content } as AfterToolCallResult;
      },
    }),
  };
}

/** The call as a hook sees it: with the arguments that the tool will get. */
function callIn({ toolCall, args }: BeforeToolCallContext) {
  return { ...toolCall, arguments: args as Record<string, unknown> };
}

function momentOf(
  { assistantMessage, toolCall, context }: BeforeToolCallContext,
  clock: VirtualClock,
  signal: AbortSignal | undefined,
): HookMoment {
  return {
    now: clock.now,
    aborted: signal?.aborted ?? false,
    written: toolCall.arguments,
    calls: assistantMessage.content.filter((block) => block.type === "toolCall").length,
    roles: context.messages.map((message) => message.role),
  };
}
