/**
 * An app as it is written against Pi's types. `agent-loop-types` is the module of the loop: `tsconfig.pi.json` has it mean
 * Pi's, `tsconfig.s15.json` has it mean that of s15, and this compiles with both.
 */
import {
  createAssistantMessageEventStream,
  type Message,
  type Model,
  type ToolResultMessage,
} from "@earendil-works/pi-ai";
import {
  agentLoop,
  agentLoopContinue,
  runAgentLoop,
  runAgentLoopContinue,
  type AfterToolCallContext,
  type AfterToolCallResult,
  type AgentContext,
  type AgentEvent,
  type AgentEventSink,
  type AgentLoopConfig,
  type AgentLoopTurnUpdate,
  type AgentMessage,
  type AgentTool,
  type AgentToolCall,
  type AgentToolResult,
  type AgentToolUpdateCallback,
  type BeforeToolCallContext,
  type BeforeToolCallResult,
  type PrepareNextTurnContext,
  type QueueMode,
  type ShouldStopAfterTurnContext,
  type StreamFn,
  type ThinkingLevel,
  type ToolExecutionMode,
} from "agent-loop-types";
import { Type, type Static } from "typebox";

declare module "agent-loop-types" {
  interface CustomAgentMessages {
    opened: { role: "opened"; path: string; timestamp: number };
  }
}

const Parameters = Type.Object({ path: Type.String(), lines: Type.Optional(Type.Array(Type.Integer())) });
type Details = { bytes: number };

const read: AgentTool<typeof Parameters, Details> = {
  name: "read",
  label: "Read",
  description: "Reads a file",
  parameters: Parameters,
  executionMode: "sequential" satisfies ToolExecutionMode,
  prepareArguments(args): Static<typeof Parameters> {
    return { path: String(args) };
  },
  async execute(toolCallId, { path, lines = [] }, signal, onUpdate): Promise<AgentToolResult<Details>> {
    const update: AgentToolUpdateCallback<Details> | undefined = onUpdate;
    if (!signal?.aborted) update?.({ content: [{ type: "text", text: toolCallId }], details: { bytes: 0 } });
    // @ts-expect-error: the parameters' types reach the tool
    path.toFixed();
    return {
      content: [
        { type: "text", text: path + lines.join() },
        { type: "image", data: "", mimeType: "image/png" },
      ],
      details: { bytes: path.length },
      addedToolNames: ["write"],
      terminate: false,
    };
  },
};

async function before(context: BeforeToolCallContext, signal?: AbortSignal): Promise<BeforeToolCallResult | undefined> {
  const call: AgentToolCall = context.toolCall;
  if (signal?.aborted || context.assistantMessage.stopReason === "length") return { block: true, reason: call.name };
  return undefined;
}

async function after({ result, isError }: AfterToolCallContext): Promise<AfterToolCallResult | undefined> {
  return isError ? { content: result.content, details: { bytes: 0 }, isError: false, terminate: true } : undefined;
}

function nextTurn({ context, toolResults }: PrepareNextTurnContext): AgentLoopTurnUpdate {
  const level: ThinkingLevel = "high";
  return { context: { ...context, messages: [...context.messages, ...toolResults] }, model, thinkingLevel: level };
}

declare const model: Model<"openai-completions">;
declare function reply(): Promise<ToolResultMessage>;
const mode: QueueMode = "one-at-a-time";
const waiting: AgentMessage[] = [{ role: "opened", path: mode, timestamp: 0 }];

export const config: AgentLoopConfig = {
  model,
  apiKey: "key",
  temperature: 0,
  maxTokens: 10,
  reasoning: "low",
  sessionId: "session",
  headers: { "x-app": "1" },
  toolExecution: "parallel",
  beforeToolCall: before,
  afterToolCall: after,
  transformContext: async (messages, signal) => (signal?.aborted ? [] : messages.slice(-10)),
  convertToLlm: (messages) => messages.flatMap(toLlm),
  getApiKey: async (provider) => (provider === "openai" ? "key" : undefined),
  prepareNextTurn: nextTurn,
  shouldStopAfterTurn: ({ newMessages }: ShouldStopAfterTurnContext) => newMessages.length > 10,
  getSteeringMessages: async () => waiting.splice(0),
  getFollowUpMessages: async () => [],
};

function toLlm(message: AgentMessage): Message[] {
  switch (message.role) {
    case "opened":
      return [{ role: "user", content: message.path, timestamp: message.timestamp }];
    case "user":
    case "assistant":
    case "toolResult":
      return [message];
    // Pi's harness has kinds of its own.
    default:
      return [];
  }
}

export const stream: StreamFn = async (asked, context, options) => {
  const events = createAssistantMessageEventStream();
  if (options?.signal?.aborted || asked.id === "" || context.messages.length === 0) events.end();
  return events;
};

export const sink: AgentEventSink = (event: AgentEvent) => void describe(event);

/** Every event there is; a switch that leaves one out would not compile. */
export function describe(event: AgentEvent): string {
  switch (event.type) {
    case "agent_start":
    case "turn_start":
      return event.type;
    case "agent_end":
      return event.messages.map(({ role }) => role).join();
    case "turn_end":
      return event.toolResults.map(({ toolName }) => toolName).join() + event.message.role;
    case "message_start":
    case "message_end":
      return event.message.role;
    case "message_update":
      return event.assistantMessageEvent.type === "text_delta" ? event.assistantMessageEvent.delta : event.message.role;
    case "tool_execution_start":
      return `${event.toolName} ${event.toolCallId} ${String(event.args.path)}`;
    case "tool_execution_update":
      return event.partialResult.content.length.toString();
    case "tool_execution_end":
      return `${event.isError} ${JSON.stringify(event.result.details)}`;
  }
}

/** All four ways in. */
export async function main(signal: AbortSignal): Promise<AgentMessage[]> {
  const context: AgentContext = { systemPrompt: "", messages: [...waiting, await reply()], tools: [read] };
  const prompt: AgentMessage = { role: "user", content: [{ type: "text", text: "hi" }], timestamp: Date.now() };
  const added = await runAgentLoop([prompt], context, config, sink, signal, stream);
  added.push(...(await runAgentLoopContinue(context, config, sink, undefined, stream)));
  const events = agentLoop([prompt], context, config, signal, stream);
  for await (const event of events) describe(event);
  for await (const event of agentLoopContinue(context, config, undefined, stream)) describe(event);
  // @ts-expect-error: a prompt is a list of messages
  await runAgentLoop(prompt, context, config, sink, signal, stream);
  return [...added, ...(await events.result())];
}
