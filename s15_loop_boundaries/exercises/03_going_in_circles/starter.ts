import type { AgentLoopConfig } from "#s15/context.ts";

/**
 * A `shouldStopAfterTurn`: ends a run that goes in circles, when each of its newest `times` replies asked for the very
 * same calls: same tools, same arguments, whatever the order of their keys. A reply without calls breaks the row. One
 * policy may serve several runs; each begins anew.
 */
export function stopWhenRepeating(times: number): NonNullable<AgentLoopConfig["shouldStopAfterTurn"]> {
  return () => {
    void times;
    return false;
  };
}
