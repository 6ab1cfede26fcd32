import type { AgentState } from "./state.ts";
import type { ToolRegistry } from "./tools.ts";

/**
 * What one turn goes by: what the model is shown is what runs.
 *
 * The transcript is not in it; it grows within the run and every request carries all of it.
 * Pi: the caller hands the loop an `AgentContext`, and a new one through `prepareNextTurn` (s15).
 */
export type TurnSnapshot = {
  readonly systemPrompt: string;
  readonly model: string;
  /** Specs and handlers, in a registry that nobody outside the turn holds. */
  readonly tools: ToolRegistry;
};

/** Copies what the turn needs out of objects that others may change while it lasts. */
export function takeTurnSnapshot(state: AgentState, registry: ToolRegistry): TurnSnapshot {
  return { systemPrompt: state.systemPrompt, model: state.model, tools: registry.copy() };
}
