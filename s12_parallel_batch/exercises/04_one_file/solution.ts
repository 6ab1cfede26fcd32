import { resolve } from "node:path";
import type { AgentTool } from "#s12/tools.ts";

/**
 * The tools that write, so that two calls of them to one file wait for each other, in the order of the calls. Each takes
 * a `path`. Calls to other files, and tools that are not in this list, go on at once.
 * No timers: who is done wakes who waits.
 */
export function oneAtATimePerFile(writers: readonly AgentTool[]): AgentTool[] {
  /** The newest work on each file. Never rejects: a write that failed does not fail the next. */
  const newest = new Map<string, Promise<unknown>>();

  return writers.map((tool) => ({
    ...tool,
    execute(toolCallId, params) {
      const file = resolve((params as { path: string }).path);
      const mine = (newest.get(file) ?? Promise.resolve()).then(() => tool.execute(toolCallId, params));
      newest.set(
        file,
        mine.catch(() => {}),
      );
      return mine;
    },
  }));
}
