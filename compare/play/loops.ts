import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AgentContext, AgentEvent, AgentLoopConfig, AgentMessage, StreamFn } from "@earendil-works/pi-agent-core";
import type * as s08 from "../../s08_agent_events/agent-loop.ts";
import type { AgentLoopConfig as S08Config } from "../../s08_agent_events/context.ts";
import type { AgentTool as S08Tool } from "../../s08_agent_events/tools.ts";
import type { AgentLoopFunctions } from "../../shared/chapter.ts";
import { findChapters } from "../../tools/chapters.ts";

type Emit = (event: AgentEvent) => Promise<void> | void;

/** A loop of Pi's signatures: Pi's own, or that of a chapter from s08 on. */
export type PiLoop = {
  runAgentLoop(
    prompts: AgentMessage[],
    context: AgentContext,
    config: AgentLoopConfig,
    emit: Emit,
    signal: AbortSignal | undefined,
    streamFn: StreamFn,
  ): Promise<AgentMessage[]>;
  /** From s14 on. */
  runAgentLoopContinue?(
    context: AgentContext,
    config: AgentLoopConfig,
    emit: Emit,
    signal: AbortSignal | undefined,
    streamFn: StreamFn,
  ): Promise<AgentMessage[]>;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The loop of a chapter from s08 on, by its id, as Pi's could be called. Rejects when there is no such chapter. */
export async function loopOf(id: string): Promise<PiLoop> {
  const chapter = findChapters(ROOT).find((one) => one.id === id);
  if (!chapter) throw new Error(`no chapter ${id}`);
  const module: unknown = await import(pathToFileURL(join(ROOT, chapter.folder, "agent-loop.ts")).href);
  return id === "s08" ? takingPiHooks(module as typeof s08) : (module as PiLoop);
}

/** What a chapter's cases are played on to see what Pi does: Pi's loop, in the form in which the chapter calls its own. */
export function piLoopFor(id: string, pi: AgentLoopFunctions): AgentLoopFunctions {
  if (id >= "s15") return pi;
  const adapted = Object.entries(pi).map(([name, value]: [string, unknown]) => {
    if (typeof value !== "function") return [name, value];
    return [name, (...args: unknown[]) => value(...args.map((arg) => forPi(id, arg))) as unknown];
  });
  return Object.fromEntries(adapted) as AgentLoopFunctions;
}

/** Turns after which Pi is stopped, where the chapter has its own limit. */
const TURNS_AT_MOST = 10;

/** An argument of a chapter's loop as Pi takes it. */
function forPi(id: string, argument: unknown): unknown {
  if (id === "s08" && isContext(argument)) return withSchemas(argument);
  if (!isConfig(argument)) return argument;
  let turns = 0;
  const shouldStopAfterTurn = () => ++turns >= TURNS_AT_MOST;
  // The caller may put another model into its config while the run goes on.
  const config = Object.create(argument) as AgentLoopConfig;
  return Object.assign(config, { shouldStopAfterTurn }, id === "s08" && hooksForPi(argument));
}

function isContext(argument: unknown): argument is AgentContext {
  return typeof argument === "object" && argument !== null && "systemPrompt" in argument;
}

function isConfig(argument: unknown): argument is AgentLoopConfig {
  return typeof argument === "object" && argument !== null && "convertToLlm" in argument;
}

/** s08's loop for a caller who plugs in Pi's hooks. Of the run, s08 tells a hook nothing but the call. */
function takingPiHooks({ runAgentLoop }: typeof s08): PiLoop {
  return {
    runAgentLoop: (prompts, context, config, ...rest) =>
      (runAgentLoop as unknown as PiLoop["runAgentLoop"])(
        prompts,
        context,
        // The caller may put another model into its config while the run goes on.
        Object.assign(Object.create(config) as AgentLoopConfig, hooksForS08(config)),
        ...rest,
      ),
  };
}

function hooksForS08({ beforeToolCall, afterToolCall }: AgentLoopConfig): object {
  const told = (toolCall: { arguments: unknown }) => ({
    toolCall,
    args: toolCall.arguments,
    assistantMessage: { content: [] },
    context: { messages: [] },
  });
  type Before = Parameters<NonNullable<typeof beforeToolCall>>[0];
  type After = Parameters<NonNullable<typeof afterToolCall>>[0];
  const hooks: Pick<S08Config, "beforeToolCall" | "afterToolCall"> = {
    ...(beforeToolCall && {
      async beforeToolCall(call) {
        const decision = await beforeToolCall(told(call) as unknown as Before);
        return decision?.block ? { type: "block", reason: decision.reason ?? "" } : { type: "allow" };
      },
    }),
    ...(afterToolCall && {
      afterToolCall: (call, result, isError) =>
        afterToolCall({ ...told(call), result, isError } as unknown as After) as Promise<{ isError?: boolean }>,
    }),
  };
  return hooks;
}

/** Pi wants a schema of every tool; any object will do. */
function withSchemas(context: AgentContext): AgentContext {
  for (const tool of (context.tools ?? []) as unknown as (S08Tool & { parameters?: object })[]) {
    tool.parameters ??= { type: "object" };
  }
  return context;
}

function hooksForPi(config: unknown): Partial<AgentLoopConfig> {
  const { beforeToolCall, afterToolCall } = config as S08Config;
  type Call = Parameters<NonNullable<typeof beforeToolCall>>[0];
  return {
    ...(beforeToolCall && {
      async beforeToolCall({ toolCall }) {
        const decision = await beforeToolCall(toolCall as Call);
        return !decision || decision.type === "allow" ? undefined : { block: true, reason: decision.reason };
      },
    }),
    ...(afterToolCall && {
      afterToolCall: ({ toolCall, result, isError }) =>
        afterToolCall(toolCall as Call, result as never, isError) as Promise<{ isError?: boolean }>,
    }),
  };
}
