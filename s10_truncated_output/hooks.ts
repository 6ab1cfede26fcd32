import type { AgentContext } from "./context.ts";
import type { AssistantMessage, ToolCall, Usage } from "./messages.ts";
import type { AgentToolResult } from "./tools.ts";

/** What a before hook knows of a call. Pi: `BeforeToolCallContext` in `types.ts`. */
export type BeforeToolCallContext = {
  assistantMessage: AssistantMessage;
  /** The call as the model wrote it. */
  toolCall: ToolCall;
  /** The arguments that the tool will get: prepared, converted, valid. What is changed in them is not validated again. */
  args: unknown;
  context: AgentContext;
};

/** What an after hook knows of a call. Pi: `AfterToolCallContext` in `types.ts`. */
export type AfterToolCallContext = BeforeToolCallContext & { result: AgentToolResult; isError: boolean };

/** `block` refuses the call, and the model reads the `reason`. Pi: `BeforeToolCallResult` in `types.ts`. */
export type BeforeToolCallResult = { block?: boolean; reason?: string };

/** What an after hook replaces, field by field; what it leaves out stays. Pi: `AfterToolCallResult` in `types.ts`. */
export type AfterToolCallResult = {
  content?: AgentToolResult["content"];
  details?: unknown;
  isError?: boolean;
  usage?: Usage;
};

/** Two places to plug in; both may be left empty. Pi: `beforeToolCall`, `afterToolCall` of `AgentLoopConfig`. */
export type ToolHooks = {
  /** Asked once the arguments are valid. Rejecting refuses the call. */
  beforeToolCall?: (context: BeforeToolCallContext) => Promise<BeforeToolCallResult | undefined>;
  /** Asked when the tool has run, also when it failed. Rejecting takes the place of the result. */
  afterToolCall?: (context: AfterToolCallContext) => Promise<AfterToolCallResult | undefined>;
};
