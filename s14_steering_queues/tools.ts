import type { Static, TSchema } from "typebox";
import type { ImageContent, TextContent, ToolCall, ToolResultMessage, Usage } from "./messages.ts";

/** What the model is shown of a tool; `parameters` is the JSON Schema of its arguments. Pi: `Tool` in pi-ai `types.ts`. */
export type Tool<Parameters extends TSchema = TSchema> = { name: string; description: string; parameters: Parameters };

/** What a tool returns: blocks for the model, `details` for a screen or a log. Pi: `AgentToolResult` in `types.ts`. */
export type AgentToolResult<Details = unknown> = {
  content: (TextContent | ImageContent)[];
  details: Details;
  usage?: Usage | undefined;
  addedToolNames?: string[];
  /** Asks to end the run after this batch; it ends when all results of the batch ask. */
  terminate?: boolean | undefined;
};

/** How the calls of one reply run. Pi: `ToolExecutionMode` in `types.ts`. */
export type ToolExecutionMode = "sequential" | "parallel";

/** Tells how far a tool has come; once it has ended, nobody listens. Pi: the same name in `types.ts`. */
export type AgentToolUpdateCallback<Details = unknown> = (partialResult: AgentToolResult<Details>) => void;

/** What the model is shown and what the core runs, in one object. Pi: `AgentTool` in `types.ts`. */
export type AgentTool<Parameters extends TSchema = TSchema, Details = unknown> = Tool<Parameters> & {
  /** The tool's name for people. */
  label: string;
  /** Makes of what the model wrote what `parameters` asks for, before it is validated. Throwing refuses the call. */
  prepareArguments?(args: unknown): Static<Parameters>;
  /** Given valid arguments. Rejects when the tool fails. Nobody ends it but itself: it has to heed `signal`. */
  execute(
    toolCallId: string,
    params: Static<Parameters>,
    signal?: AbortSignal,
    onUpdate?: AgentToolUpdateCallback<Details>,
  ): Promise<AgentToolResult<Details>>;
  /** "sequential" when it must not run beside other calls. */
  executionMode?: ToolExecutionMode;
};

/** A result, and whether it is a failure: never read from the text. Pi: the same name in `agent-loop.ts`. */
export type ExecutedToolCallOutcome = { result: AgentToolResult; isError: boolean };

/** A call that has its result. Pi: the same name in `agent-loop.ts`. */
export type FinalizedToolCallOutcome = ExecutedToolCallOutcome & { toolCall: ToolCall };

/** A failure in words that the model can read. Pi: `createErrorToolResult` in `agent-loop.ts`. */
export function createErrorToolResult(message: string): AgentToolResult {
  return { content: [{ type: "text", text: message }], details: {} };
}

/** The result of a call as the transcript keeps it. Pi: `createToolResultMessage` in `agent-loop.ts`. */
export function createToolResultMessage({ toolCall, result, isError }: FinalizedToolCallOutcome): ToolResultMessage {
  const { content, details, usage, addedToolNames } = result;
  return {
    role: "toolResult",
    toolCallId: toolCall.id,
    toolName: toolCall.name,
    // A tool that no type checker saw may leave the content out.
    content: content ?? [],
    details,
    usage,
    ...(addedToolNames?.length && { addedToolNames }),
    isError,
    timestamp: Date.now(),
  };
}
