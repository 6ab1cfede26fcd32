import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../shared/chapter.ts";
import { UsageError } from "../tools/command.ts";
import { findChapters, loadChapter, type ChapterFolder } from "../tools/chapters.ts";
import { loadPi, type PiModules } from "./play/pi-player.ts";

/** The chapters of the course, and the Pi they are held against. */
export type Course = {
  root: string;
  folders: ChapterFolder[];
  chapters: Chapter[];
  pi: PiModules;
  piVersion: string;
  /** The `node_modules` that Pi was loaded from. */
  modules: string;
};

/** Loads every chapter in `root`, and Pi from `modules`. */
export async function openCourse(root: string, modules: string): Promise<Course> {
  const folders = findChapters(root);
  const chapters = await Promise.all(folders.map(({ folder }) => loadChapter(root, folder)));
  return { root, folders, chapters, pi: await loadPiOrExplain(modules), piVersion: versionIn(modules), modules };
}

async function loadPiOrExplain(modules: string): Promise<PiModules> {
  try {
    return await loadPi(modules);
  } catch (error) {
    throw new UsageError(`装好的 Pi 缺了东西：${String(error)}\n删掉 ${modules}，再运行一次，会重新安装。`);
  }
}

function versionIn(modules: string): string {
  const manifest = readFileSync(join(modules, "@earendil-works/pi-agent-core/package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
