import type { AgentMessage } from "./context.ts";
import type { ToolCall, ToolResultMessage, Untyped } from "./messages.ts";
import type { AssistantMessageEvent } from "./provider.ts";
import type { AgentToolResult, FinalizedToolCallOutcome } from "./tools.ts";

/** What a run tells the outside while it goes on. Pi: `AgentEvent` in `types.ts`. */
export type AgentEvent =
  | { type: "agent_start" }
  | { type: "agent_end"; messages: AgentMessage[] }
  /** A turn: one reply, and the results of its calls. */
  | { type: "turn_start" }
  | { type: "turn_end"; message: AgentMessage; toolResults: ToolResultMessage[] }
  /** Every message of the transcript has a start and an end, whoever it is from. */
  | { type: "message_start"; message: AgentMessage }
  /** Only a reply grows. */
  | { type: "message_update"; message: AgentMessage; assistantMessageEvent: AssistantMessageEvent }
  | { type: "message_end"; message: AgentMessage }
  | { type: "tool_execution_start"; toolCallId: string; toolName: string; args: Untyped }
  | {
      type: "tool_execution_update";
      toolCallId: string;
      toolName: string;
      args: Untyped;
      partialResult: AgentToolResult<Untyped>;
    }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result: AgentToolResult<Untyped>;
      isError: boolean;
    };

/** Receives each event; the loop waits for it. Pi: `AgentEventSink` in `agent-loop.ts`. */
export type AgentEventSink = (event: AgentEvent) => void | Promise<void>;

/** Tells of a message that is whole from the start. Pi: `emitToolResultMessage` in `agent-loop.ts`. */
export async function emitMessage(emit: AgentEventSink, message: AgentMessage): Promise<void> {
  await emit({ type: "message_start", message });
  await emit({ type: "message_end", message });
}

/** The handling of a call begins; whether its tool will run is not decided. */
export function emitToolExecutionStart(emit: AgentEventSink, toolCall: ToolCall): void | Promise<void> {
  const { id: toolCallId, name: toolName, arguments: args } = toolCall;
  return emit({ type: "tool_execution_start", toolCallId, toolName, args });
}

/** A call has its result. Pi: `emitToolExecutionEnd` in `agent-loop.ts`. */
export async function emitToolExecutionEnd(
  emit: AgentEventSink,
  { toolCall, result, isError }: FinalizedToolCallOutcome,
): Promise<void> {
  const { id: toolCallId, name: toolName } = toolCall;
  await emit({ type: "tool_execution_end", toolCallId, toolName, result, isError });
}
