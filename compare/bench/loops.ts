import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadPi } from "../play/pi-player.ts";
import type { agentLoop, runAgentLoop } from "../../s15_loop_boundaries/index.ts";

/** The two ways into a loop that are measured, in the types of the course; Pi's have the same shape. */
export type Loop = { runAgentLoop: typeof runAgentLoop; agentLoop: typeof agentLoop };

export type Side = "s15" | "Pi";
export type Loops = Record<Side, Loop>;

/** The folder of the chapter whose loop is measured. */
export const CHAPTER = "s15_loop_boundaries";

/**
 * Loads the loop that lies compiled in `compiled`, and Pi's from `modules`. Rejects when one of them is not there.
 */
export async function loadLoops(compiled: string, modules: string): Promise<Loops> {
  const own = (await import(pathToFileURL(join(compiled, "index.js")).href)) as Loop;
  const { agent } = await loadPi(modules);
  return { s15: own, Pi: agent as unknown as Loop };
}
