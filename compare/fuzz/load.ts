import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loop } from "./player.ts";

/** The chapter whose loop is to stand in for Pi's. */
export const DROP_IN = "s15_loop_boundaries";

/** Loads a loop from the folder of a chapter. What its types are is for `compare/types` to check. */
export async function loadLoop(folder: string): Promise<Loop> {
  return (await import(pathToFileURL(join(folder, "index.ts")).href)) as Loop;
}
