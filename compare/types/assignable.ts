/**
 * Which types of s15 stand for which of Pi, and the other way round. Each line holds as long as this compiles; where
 * something must not be assignable, it says so.
 */
import type * as pi from "@earendil-works/pi-agent-core";
import type * as piAi from "@earendil-works/pi-ai";
import type { EventStream } from "../../s15_loop_boundaries/event-stream.ts";
import type * as ours from "../../s15_loop_boundaries/index.ts";
import type { Message } from "../../s15_loop_boundaries/messages.ts";
import type {
  AssistantMessageEvent,
  AssistantMessageEventStream,
  Context,
  Model,
  SimpleStreamOptions,
} from "../../s15_loop_boundaries/provider.ts";

/** Pi's harness adds kinds of its own to Pi's messages; an app of both would add the same to both. */
declare module "../../s15_loop_boundaries/context.ts" {
  interface CustomAgentMessages extends pi.CustomAgentMessages {}
}

/** Compiles when a value of type `Given` may stand where `Target` is asked for. */
type Takes<Target, Given extends Target> = [Target, Given];
/** All parameters but the last: the stream function, which has a line of its own. */
type Leading<F extends (...args: never[]) => unknown> = Parameters<F> extends [...infer First, unknown] ? First : never;

// The functions: those of s15 are taken where Pi's are asked for.
export type RunIsTaken = Takes<typeof pi.runAgentLoop, typeof ours.runAgentLoop>;
export type ContinueIsTaken = Takes<typeof pi.runAgentLoopContinue, typeof ours.runAgentLoopContinue>;
// What `agentLoop` returns is a class with private members in Pi, which no other class can stand for.
// @ts-expect-error: private members
export type LoopIsTaken = Takes<typeof pi.agentLoop, typeof ours.agentLoop>;
export type LoopParametersAreTaken = Takes<Parameters<typeof ours.agentLoop>, Parameters<typeof pi.agentLoop>>;
export type LoopContinueParametersAreTaken = Takes<
  Parameters<typeof ours.agentLoopContinue>,
  Parameters<typeof pi.agentLoopContinue>
>;
/** All that can be done with a stream of events from outside. */
type Public<Stream> = Pick<Stream, keyof Stream>;
export type StreamIsRead = Takes<
  AsyncIterable<pi.AgentEvent> & { result(): Promise<pi.AgentMessage[]> },
  Public<ReturnType<typeof ours.agentLoop>>
>;
export type PushIsTaken = Takes<(event: pi.AgentEvent) => void, EventStream<ours.AgentEvent>["push"]>;

// And Pi's where those of s15 are asked for, but for the stream function: Pi wants its own class of it.
export type RunParameters = Takes<Leading<typeof pi.runAgentLoop>, Leading<typeof ours.runAgentLoop>>;
export type ContinueParameters = Takes<
  Leading<typeof pi.runAgentLoopContinue>,
  Leading<typeof ours.runAgentLoopContinue>
>;
export type LoopParameters = Takes<Leading<typeof pi.agentLoop>, Leading<typeof ours.agentLoop>>;
export type ReadsPiStream = Takes<
  Public<ReturnType<typeof ours.agentLoop>>["result"],
  ReturnType<typeof pi.agentLoop>["result"]
>;

// The model's side: Pi's providers work with s15.
export type StreamFnIsTaken = Takes<ours.StreamFn, pi.StreamFn>;
export type StreamOfPiAi = Takes<AssistantMessageEventStream, piAi.AssistantMessageEventStream>;
export type MadeByPiAi = Takes<AssistantMessageEventStream, ReturnType<typeof piAi.createAssistantMessageEventStream>>;
// @ts-expect-error: private members
export type StreamForPi = Takes<piAi.AssistantMessageEventStream, AssistantMessageEventStream>;
export type OptionsThere = Takes<piAi.SimpleStreamOptions, SimpleStreamOptions>;
export type OptionsHere = Takes<SimpleStreamOptions, piAi.SimpleStreamOptions>;
export type ContextThere = Takes<piAi.Context, Context>;
export type ContextHere = Takes<Context, piAi.Context>;
export type StepsThere = Takes<piAi.AssistantMessageEvent, AssistantMessageEvent>;
export type StepsHere = Takes<AssistantMessageEvent, piAi.AssistantMessageEvent>;
export type ModelHere = Takes<Model, piAi.Model<piAi.Api>>;
export type ModelThere = Takes<Omit<piAi.Model<piAi.Api>, "compat">, Omit<Model, "compat">>;

// Everything else, both ways.
export type ConfigThere = Takes<pi.AgentLoopConfig, ours.AgentLoopConfig>;
export type ConfigHere = Takes<ours.AgentLoopConfig, pi.AgentLoopConfig>;
export type AgentContextThere = Takes<pi.AgentContext, ours.AgentContext>;
export type AgentContextHere = Takes<ours.AgentContext, pi.AgentContext>;
export type ToolThere = Takes<pi.AgentTool, ours.AgentTool>;
export type ToolHere = Takes<ours.AgentTool, pi.AgentTool>;
export type ResultThere = Takes<pi.AgentToolResult<unknown>, ours.AgentToolResult>;
export type ResultHere = Takes<ours.AgentToolResult, pi.AgentToolResult<unknown>>;
export type EventThere = Takes<pi.AgentEvent, ours.AgentEvent>;
export type EventHere = Takes<ours.AgentEvent, pi.AgentEvent>;
export type SinkThere = Takes<pi.AgentEventSink, ours.AgentEventSink>;
export type SinkHere = Takes<ours.AgentEventSink, pi.AgentEventSink>;
export type AgentMessageThere = Takes<pi.AgentMessage, ours.AgentMessage>;
export type AgentMessageHere = Takes<ours.AgentMessage, pi.AgentMessage>;
export type MessageThere = Takes<piAi.Message, Message>;
export type MessageHere = Takes<Message, piAi.Message>;
export type CallThere = Takes<pi.AgentToolCall, ours.AgentToolCall>;
export type CallHere = Takes<ours.AgentToolCall, pi.AgentToolCall>;
export type BeforeThere = Takes<pi.BeforeToolCallContext, ours.BeforeToolCallContext>;
export type BeforeHere = Takes<ours.BeforeToolCallContext, pi.BeforeToolCallContext>;
export type AfterThere = Takes<pi.AfterToolCallContext, ours.AfterToolCallContext>;
export type AfterHere = Takes<ours.AfterToolCallContext, pi.AfterToolCallContext>;
export type DecisionThere = Takes<pi.BeforeToolCallResult, ours.BeforeToolCallResult>;
export type DecisionHere = Takes<ours.BeforeToolCallResult, pi.BeforeToolCallResult>;
export type ChangeThere = Takes<pi.AfterToolCallResult, ours.AfterToolCallResult>;
export type ChangeHere = Takes<ours.AfterToolCallResult, pi.AfterToolCallResult>;
export type TurnThere = Takes<pi.PrepareNextTurnContext, ours.PrepareNextTurnContext>;
export type TurnHere = Takes<ours.PrepareNextTurnContext, pi.PrepareNextTurnContext>;
export type UpdateThere = Takes<pi.AgentLoopTurnUpdate, ours.AgentLoopTurnUpdate>;
export type UpdateHere = Takes<ours.AgentLoopTurnUpdate, pi.AgentLoopTurnUpdate>;
export type LevelThere = Takes<pi.ThinkingLevel, ours.ThinkingLevel>;
export type LevelHere = Takes<ours.ThinkingLevel, pi.ThinkingLevel>;
