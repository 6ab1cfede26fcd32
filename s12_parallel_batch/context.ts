import type { ToolHooks } from "./hooks.ts";
import type { AgentEventSink } from "./events.ts";
import type { Message } from "./messages.ts";
import type { Model, StreamFn } from "./provider.ts";
import type { AgentTool, ToolExecutionMode } from "./tools.ts";

/** What the loop keeps in the transcript; `convertToLlm` makes of it what the provider is sent. Pi: `types.ts`. */
export type AgentMessage = Message;

/** What a run begins with. The caller keeps it; the loop appends to a transcript of its own. Pi: `AgentContext` in `types.ts`. */
export type AgentContext = { systemPrompt: string; messages: AgentMessage[]; tools?: AgentTool[] };

/** What the caller decides. Pi: `AgentLoopConfig` in `types.ts`. */
export type AgentLoopConfig = ToolHooks & {
  model: Model;
  /** Makes of the transcript what the provider is sent, once a turn. Must not throw. */
  convertToLlm: (messages: AgentMessage[]) => Message[] | Promise<Message[]>;
  /** "parallel" when it is left out. */
  toolExecution?: ToolExecutionMode;
};

/** What all parts of one run share. */
export type Run = {
  /** `messages` is the run's own array. */
  context: AgentContext;
  config: AgentLoopConfig;
  emit: AgentEventSink;
  signal: AbortSignal | undefined;
  streamFn: StreamFn;
  /** What the run has added to the transcript so far, its prompts included. */
  newMessages: AgentMessage[];
};
