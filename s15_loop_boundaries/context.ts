import type { AgentEventSink } from "./events.ts";
import type { ToolHooks } from "./hooks.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "./messages.ts";
import type { Model, SimpleStreamOptions, StreamFn, ThinkingLevel } from "./provider.ts";
import type { AgentTool, ToolExecutionMode } from "./tools.ts";

/**
 * Message kinds of the app's own: add them by declaration merging, under any key.
 * Pi: `CustomAgentMessages` in `types.ts`.
 */
export interface CustomAgentMessages {}

/** What the loop keeps in the transcript; `convertToLlm` makes of it what the provider is sent. Pi: `types.ts`. */
export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages];

/** What a run begins with. Pi: `AgentContext` in `types.ts`. */
export type AgentContext = { systemPrompt: string; messages: AgentMessage[]; tools?: AgentTool[] };

/** A turn that has just ended. Pi: the same name in `types.ts`. */
export type ShouldStopAfterTurnContext = {
  message: AssistantMessage;
  toolResults: ToolResultMessage[];
  context: AgentContext;
  /** What the run has added so far. */
  newMessages: AgentMessage[];
};

/** Pi: the same name in `types.ts`. */
export type PrepareNextTurnContext = ShouldStopAfterTurnContext;

/** What the next turn goes by, where it is something else. Pi: `AgentLoopTurnUpdate` in `types.ts`. */
export type AgentLoopTurnUpdate = { context?: AgentContext; model?: Model; thinkingLevel?: ThinkingLevel };

/** What the caller decides. None of its functions may throw: that breaks the run off. Pi: `AgentLoopConfig` in `types.ts`. */
export type AgentLoopConfig = SimpleStreamOptions &
  ToolHooks & {
    model: Model;
    /** Chooses what of the transcript the model is to see, once a turn; the transcript stays as it is. */
    transformContext?: (messages: AgentMessage[], signal?: AbortSignal) => Promise<AgentMessage[]>;
    /** Makes of what was chosen what the provider is sent. */
    convertToLlm: (messages: AgentMessage[]) => Message[] | Promise<Message[]>;
    /** The key of a provider, for one request; `apiKey` where there is none. */
    getApiKey?: (provider: string) => Promise<string | undefined> | string | undefined;
    /** Asked after each turn, before `shouldStopAfterTurn`. */
    prepareNextTurn?: (
      context: PrepareNextTurnContext,
    ) => AgentLoopTurnUpdate | undefined | Promise<AgentLoopTurnUpdate | undefined>;
    /** Whether the run ends after this turn; the queues are not asked any more. */
    shouldStopAfterTurn?: (context: ShouldStopAfterTurnContext) => boolean | Promise<boolean>;
    /** What the user says to a run that goes on; asked for before the first turn and after each. */
    getSteeringMessages?: () => Promise<AgentMessage[]>;
    /** What is to be said once the agent would stop; asked for then. */
    getFollowUpMessages?: () => Promise<AgentMessage[]>;
    /** "parallel" when it is left out. */
    toolExecution?: ToolExecutionMode;
  };

/** What all parts of one run share. `prepareNextTurn` may replace context and config. */
export type Run = {
  context: AgentContext;
  config: AgentLoopConfig;
  readonly emit: AgentEventSink;
  readonly signal: AbortSignal | undefined;
  readonly streamFn: StreamFn;
  /** What the run has added to the transcript so far, its prompts included. */
  readonly newMessages: AgentMessage[];
};
