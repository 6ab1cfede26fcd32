import { errorText } from "./errors.ts";
import type { ToolCall, ToolResultMessage } from "./messages.ts";
import type { ToolRegistry, ToolResult } from "./tools.ts";

/** What a before hook decides. Pi: `BeforeToolCallResult` in `types.ts`, which says `{ block, reason }` (from s09 on here too). */
export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };

/** What an after hook replaces, field by field; what it leaves out stays. Pi: `AfterToolCallResult` in `types.ts`. */
export type AfterToolCallResult = { content?: ToolResult["content"]; details?: unknown; isError?: boolean };

/** Two places to plug in; both may be left empty. Pi: `beforeToolCall`, `afterToolCall` of `AgentLoopConfig`. */
export type ToolHooks = {
  /** Asked before the handler runs. Rejecting refuses the call. */
  beforeToolCall?: (call: ToolCall) => Promise<BeforeToolCallResult | undefined>;
  /** Given what the handler returned, or its error as a result; `isError` tells which. */
  afterToolCall?: (call: ToolCall, result: ToolResult, isError: boolean) => Promise<AfterToolCallResult | undefined>;
};

/** A result, and whether it is a failure: never read from the text. Pi: `ExecutedToolCallOutcome` in `agent-loop.ts`. */
type Outcome = { result: ToolResult; isError: boolean };

/**
 * Executes one call: before → run → after. Always resolves to a result, never rejects.
 *
 * A blocked call goes through neither handler nor after hook. A hook that rejects takes the place of the result:
 * what an after hook failed to clean must not get out.
 *
 * Pi: `prepareToolCall`, `executePreparedToolCall` and `finalizeExecutedToolCall` in `agent-loop.ts`.
 */
export async function executeToolCall(
  registry: ToolRegistry,
  hooks: ToolHooks,
  call: ToolCall,
): Promise<ToolResultMessage> {
  // Read before anything outside has the call in its hands.
  const { id: toolCallId, name: toolName } = call;
  const { result, isError } = await orFailure(() => throughHooks(registry, hooks, call));
  return { role: "toolResult", toolCallId, toolName, ...result, isError };
}

async function throughHooks(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): Promise<Outcome> {
  const before = (await hooks.beforeToolCall?.(call)) ?? { type: "allow" };
  // Only "allow", or nothing at all, lets the call through; whatever else a hook returns is a refusal.
  if (before.type !== "allow") return failure(before.reason ?? "Tool execution was blocked");

  const { result, isError } = await orFailure(async () => ({
    result: ownCopy(await registry.run(call)),
    isError: false,
  }));
  const changed = await hooks.afterToolCall?.(call, result, isError);
  return {
    result: ownCopy({ content: changed?.content ?? result.content, details: changed?.details ?? result.details }),
    isError: changed?.isError ?? isError,
  };
}

/** The two fields of a result, as data that nobody outside holds. Throws when it is no plain data. */
function ownCopy({ content, details }: ToolResult): ToolResult {
  // A tool that no type checker saw may leave the content out.
  return structuredClone({ content: content ?? [], details });
}

/** What `produce` resolves to, or the failure that it rejected with. */
async function orFailure(produce: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await produce();
  } catch (error) {
    return failure(errorText(error));
  }
}

function failure(message: string): Outcome {
  return { result: createErrorToolResult(message), isError: true };
}

/** A failure in words that the model can read. Pi: `createErrorToolResult` in `agent-loop.ts`. */
export function createErrorToolResult(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], details: {} };
}
