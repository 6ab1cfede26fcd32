import { statSync, watch, type FSWatcher, type Stats } from "node:fs";
import { join } from "node:path";
import { WORK_FOLDER } from "./exercises.ts";

/** Milliseconds in which several events of one save become one. */
const SETTLE = 15;
/** Some disks tell of no changes: networks, folders of another system. */
const LOOK_ANYWAY = 1_000;
/** Some editors save by taking the file away and putting another in its place. */
const GONE = 200;

/**
 * Calls `saved` when something in the readers' folder may have changed, with the name of what it was where the disk says
 * so, and every `lookAnyway` milliseconds whether it did or not. Call the result to stop.
 *
 * Node's own watcher on the one folder: it tells of a file that was put in the place of another, which is how many
 * editors save, where chokidar often does not.
 */
export function watchWork(
  root: string,
  current: () => string,
  saved: (name?: string) => void,
  lookAnyway = LOOK_ANYWAY,
): () => void {
  const folder = join(root, WORK_FOLDER);
  const identity = () => lookAt(folder)?.ino;
  let settling: NodeJS.Timeout | undefined;
  let watched: number | undefined;
  let watcher: FSWatcher | undefined;

  const soon = (name: string | undefined) => {
    clearTimeout(settling);
    const there = lookAt(join(root, current()));
    // An empty file is most likely one that is being written.
    settling = setTimeout(saved, there && there.size > 0 ? SETTLE : GONE, name);
  };
  const begin = () => {
    watcher?.close();
    watched = identity();
    watcher = watched === undefined ? undefined : watchFolder(folder, soon);
  };
  const look = () => {
    // A folder that was thrown away and made anew is another one.
    if (identity() !== watched) begin();
    saved();
  };

  begin();
  const looking = setInterval(look, lookAnyway);
  return () => {
    clearTimeout(settling);
    clearInterval(looking);
    watcher?.close();
  };
}

/** Undefined when it is not there, or cannot be looked at: a link to itself, a folder without permission. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Undefined where watching is not to be had; there is still the look now and then. */
function watchFolder(folder: string, changed: (name: string | undefined) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, (_, name) => changed(name ?? undefined));
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
