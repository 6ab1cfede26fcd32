import type { ToolCall } from "./messages.ts";
import type { AgentToolResult } from "./tools.ts";

/** What a before hook decides. Pi: `BeforeToolCallResult` in `types.ts`, which says `{ block, reason }` (from s09 on here too). */
export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };

/** What an after hook replaces, field by field; what it leaves out stays. Pi: `AfterToolCallResult` in `types.ts`. */
export type AfterToolCallResult = { content?: AgentToolResult["content"]; details?: unknown; isError?: boolean };

/** Two places to plug in; both may be left empty. Pi: `beforeToolCall`, `afterToolCall` of `AgentLoopConfig`. */
export type ToolHooks = {
  /** Asked before the tool runs. Rejecting refuses the call. */
  beforeToolCall?: (call: ToolCall) => Promise<BeforeToolCallResult | undefined>;
  /** Given what the tool returned, or its error as a result; `isError` tells which. */
  afterToolCall?: (
    call: ToolCall,
    result: AgentToolResult,
    isError: boolean,
  ) => Promise<AfterToolCallResult | undefined>;
};
