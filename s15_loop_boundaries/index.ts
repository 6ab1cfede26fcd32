/**
 * The loop of this course as a drop-in for that of Pi: the same exports, signatures, events and messages.
 * Pi: `agent-loop.ts` and `types.ts` of `@earendil-works/pi-agent-core` 0.83.0.
 */
export { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from "./agent-loop.ts";
export type {
  AgentContext,
  AgentLoopConfig,
  AgentLoopTurnUpdate,
  AgentMessage,
  CustomAgentMessages,
  PrepareNextTurnContext,
  ShouldStopAfterTurnContext,
} from "./context.ts";
export type { AgentEvent, AgentEventSink } from "./events.ts";
export type {
  AfterToolCallContext,
  AfterToolCallResult,
  BeforeToolCallContext,
  BeforeToolCallResult,
} from "./hooks.ts";
export type { ToolCall as AgentToolCall } from "./messages.ts";
export type { StreamFn, ThinkingLevel } from "./provider.ts";
export type { QueueMode } from "./queues.ts";
export type { AgentTool, AgentToolResult, AgentToolUpdateCallback, ToolExecutionMode } from "./tools.ts";
