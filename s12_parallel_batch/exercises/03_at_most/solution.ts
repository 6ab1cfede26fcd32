import type { AgentTool } from "#s12/tools.ts";

/**
 * The same tools, of whose bodies no more than `most` (1 or more) run at one time, all tools counted together. Who came
 * first begins first; whoever is done, or fails, makes room for the next.
 * No timers: who is done wakes who waits.
 */
export function atMost(most: number, tools: readonly AgentTool[]): AgentTool[] {
  let free = most;
  const waiting: (() => void)[] = [];

  /** A place is handed on to the next in the line; it becomes free only when nobody waits. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const enter = async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };

  return tools.map((tool) => ({
    ...tool,
    async execute(toolCallId, params) {
      await enter();
      try {
        return await tool.execute(toolCallId, params);
      } finally {
        leave();
      }
    },
  }));
}
