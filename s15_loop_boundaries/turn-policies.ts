import type { AgentContext, AgentLoopConfig } from "./context.ts";

/** Ends a run after `maxTurns` turns: what the loop itself did up to s14, as its caller's policy. */
export function stopAfterTurns(maxTurns: number): NonNullable<AgentLoopConfig["shouldStopAfterTurn"]> {
  return ({ newMessages }) => newMessages.filter(({ role }) => role === "assistant").length >= maxTurns;
}

/**
 * Takes prompt and tools for each next turn from what `caller` holds by then, in an array of its own: what the model is
 * shown is what runs.
 */
export function snapshotEachTurn(caller: AgentContext): NonNullable<AgentLoopConfig["prepareNextTurn"]> {
  return ({ context }) => ({ context: { ...takeSnapshot(caller), messages: context.messages } });
}

/** The caller's context for a run's first turn. */
export function takeSnapshot(caller: AgentContext): AgentContext {
  return { ...caller, tools: [...(caller.tools ?? [])] };
}
