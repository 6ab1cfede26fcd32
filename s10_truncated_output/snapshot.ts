import type { AgentContext, AgentMessage } from "./context.ts";

/**
 * The context of one turn: what the model is shown is what runs. Prompt and tools are those of now, the tools in an
 * array that nobody outside holds; `messages` is the run's own transcript, which grows.
 *
 * Pi: the caller hands the loop an `AgentContext`, and a new one through `prepareNextTurn` (s15).
 */
export function takeTurnSnapshot(callersContext: AgentContext, messages: AgentMessage[]): AgentContext {
  return { systemPrompt: callersContext.systemPrompt, messages, tools: [...(callersContext.tools ?? [])] };
}
