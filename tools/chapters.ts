import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Chapter } from "../shared/chapter.ts";

/** A chapter's folder: `s05_tool_hook_boundary` has the id `s05`. */
export type ChapterFolder = { id: string; folder: string };

/** The chapters that lie in `root`, in their order. */
export function findChapters(root: string): ChapterFolder[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^s\d\d_\w+$/.test(entry.name))
    .map((entry) => ({ id: entry.name.slice(0, 3), folder: entry.name }))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

/** The chapter that `main.ts` of a folder exports. Importing it plays nothing. */
export async function loadChapter(root: string, folder: string): Promise<Chapter> {
  const module: { chapter: Chapter } = await import(pathToFileURL(join(root, folder, "main.ts")).href);
  return module.chapter;
}
