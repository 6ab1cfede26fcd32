import { basename, dirname, join } from "node:path";
import type { FileLookup } from "#s11/paths.ts";

/** `realPlace` of s11: what is not there yet is put below what is; a link that leads nowhere is there. */
export function realPlace(path: string, lookup: FileLookup): string {
  if (exists(() => lookup.realpath(path))) return lookup.realpath(path);
  // Writing to it would create the file at the other end.
  if (exists(() => lookup.lstat(path))) throw new Error("a link that leads nowhere");
  const place = join(realPlace(dirname(path), lookup), basename(path));
  // `new/../link`: once `new` is made, the way back leads to what is there already.
  return place === path ? place : realPlace(place, lookup);
}

function exists(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
