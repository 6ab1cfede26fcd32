import type {
  AfterToolCallResult,
  AgentLoopConfig,
  AgentTool,
  AgentToolResult,
  BeforeToolCallContext,
} from "@earendil-works/pi-agent-core";
import type { LineTrace } from "./line.ts";
import type { ScenarioHooks, ScenarioTool, Told } from "./scenario.ts";
import { askAfter, askBefore, runTool, type Wings } from "./wings.ts";

/** Where tools and hooks of a scenario act when Pi plays it. */
export type PiWings = Wings & { trace: LineTrace };

/** A scenario's tool as Pi takes one. */
export function toPiTool(tool: ScenarioTool, wings: PiWings): AgentTool {
  return {
    name: tool.name,
    label: tool.name,
    description: tool.description,
    // A plain JSON Schema, as it comes out of a file; the type asks for one built with TypeBox.
    parameters: (tool.parameters ?? { type: "object" }) as AgentTool["parameters"],
    ...(tool.prepare && { prepareArguments: tool.prepare as NonNullable<AgentTool["prepareArguments"]> }),
    ...(tool.mode && { executionMode: tool.mode }),
    async execute(_id, params, signal, onUpdate) {
      for (const { at, text } of tool.updates ?? []) {
        void wings.clock.sleep(at).then(() => onUpdate?.({ content: [{ type: "text", text }], details: {} }));
      }
      // The type wants a content; Pi's loop bears a result without.
      return (await runTool(tool, params as Record<string, unknown>, wings, signal)) as AgentToolResult<unknown>;
    },
  };
}

/** A scenario's hooks as Pi takes them. */
export function toPiHooks(
  hooks: ScenarioHooks,
  wings: PiWings,
): Pick<AgentLoopConfig, "beforeToolCall" | "afterToolCall"> {
  return {
    ...(hooks.before && {
      beforeToolCall: (told, signal) => askBefore(hooks, callIn(told), wings, () => toldIn(told), signal),
    }),
    ...(hooks.after && {
      async afterToolCall(told, signal) {
        const { content, details } = told.result;
        const outcome = { content, details, isError: told.isError };
        // A scenario's usage is whatever it says it is.
        return (await askAfter(hooks, callIn(told), outcome, wings, () => toldIn(told), signal)) as
          | AfterToolCallResult
          | undefined;
      },
    }),
  };
}

/** The call as a hook sees it: with the arguments that the tool will get. */
function callIn({ toolCall, args }: BeforeToolCallContext) {
  return { ...toolCall, arguments: args as Record<string, unknown> };
}

function toldIn({ assistantMessage, toolCall, context }: BeforeToolCallContext): Told {
  return {
    written: toolCall.arguments,
    calls: assistantMessage.content.filter((block) => block.type === "toolCall").length,
    roles: context.messages.map((message) => message.role),
  };
}
