import { describeContent, type AnyContent } from "./content.ts";
import type { ShownEvent } from "./stage.ts";

/** The gist of an event whose name says it all. */
export const BARE = Symbol("bare");

/** The events of all chapters in one loose shape: the theatre imports none of them. */
type AnyEvent = ShownEvent & {
  message?: AnyEventMessage;
  messages?: readonly unknown[];
  delta?: string;
  call?: { name: string };
  result?: AnyResult;
  stopReason?: string;
  maxTurns?: number;
  assistantMessageEvent?: { type: string; delta?: string; toolCall?: { name: string } };
  toolName?: string;
  args?: unknown;
  partialResult?: AnyResult;
  isError?: boolean;
  toolResults?: readonly unknown[];
};
type AnyEventMessage = { role?: string; stopReason?: string; toolCallId?: string; isError?: boolean };
type AnyResult = { content: AnyContent; isError?: boolean };

/** The part of an event that a reader follows; undefined for an event unknown here, which is shown whole. */
export function gistOf(event: AnyEvent): unknown {
  switch (event.type) {
    case "reply":
      return event.message?.stopReason;
    case "text_delta":
    case "thinking_delta":
      return event.delta;
    case "tool_call":
      return event.call?.name;
    case "tool_result":
      return event.result && describeResult(event.result, event.result.isError);
    case "message_end":
      return event.message ? describeMessageEnd(event.message) : event.stopReason;
    case "turn_limit":
      return event.maxTurns;
    default:
      return gistOfPiEvent(event);
  }
}

/** The events that chapters from s08 on share with Pi. Pi: `AgentEvent` in pi-agent-core `types.ts`. */
function gistOfPiEvent({ type, ...event }: AnyEvent): unknown {
  switch (type) {
    case "message_start":
      return event.message?.role;
    case "message_update":
      return event.assistantMessageEvent && describeUpdate(event.assistantMessageEvent);
    case "tool_execution_start":
      return event.toolName && `${event.toolName}${describeArguments(event.args)}`;
    case "tool_execution_update":
      return event.toolName && event.partialResult && `${event.toolName} ${describeResult(event.partialResult)}`;
    case "tool_execution_end":
      return event.toolName && event.result && `${event.toolName} ${describeResult(event.result, event.isError)}`;
    case "turn_end":
      return event.toolResults && (event.toolResults.length === 0 ? BARE : count(event.toolResults, "toolResult"));
    case "agent_end":
      return event.messages && count(event.messages, "message");
    default:
      return undefined;
  }
}

function describeResult({ content }: AnyResult, isError = false): string {
  return `${describeContent(content)}${isError ? " (isError)" : ""}`.trimStart();
}

function describeMessageEnd({ role, stopReason, toolCallId, isError }: AnyEventMessage): string {
  return [role, stopReason, toolCallId, isError ? "(isError)" : undefined]
    .filter((word) => word !== undefined)
    .join(" ");
}

function describeUpdate({ type, delta, toolCall }: NonNullable<AnyEvent["assistantMessageEvent"]>): string {
  return [type, delta, toolCall?.name].filter((word) => word !== undefined).join(" ");
}

/** Nothing for a call without arguments. */
function describeArguments(args: unknown): string {
  const said = JSON.stringify(args);
  return said === undefined || said === "{}" ? "" : ` ${said}`;
}

function count(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? "" : "s"}`;
}
