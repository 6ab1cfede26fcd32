import { basename, dirname, join } from "node:path";
import type { FileLookup } from "#s11/paths.ts";

/** `realPlace` of s11 with one fault: what is not there yet is put below what is, and more than that. */
export function realPlace(path: string, lookup: FileLookup): string {
  try {
    return lookup.realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // Nothing is there: writing to it makes a new file below the folder.
    const place = join(realPlace(dirname(path), lookup), basename(path));
    // `new/../link`: once `new` is made, the way back leads to what is there already.
    return place === path ? place : realPlace(place, lookup);
  }
}
