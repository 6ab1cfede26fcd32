import type { Chapter } from "../../shared/chapter.ts";
import type { Problem } from "../../tools/problem.ts";
import { tryScenario } from "../play/chapter-player.ts";
import type { Course } from "../course.ts";
import { FOR_GOOD } from "./index.ts";
import type { ForGood } from "./entry.ts";
import { tryOnPi } from "../play/pi-player.ts";

/** Entries where Pi no longer does what is said of it, or where the newest chapter now does the same. */
export async function forGoodProblems(course: Course, entries: readonly ForGood[] = FOR_GOOD): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const entry of entries) {
    const report = (message: string) => problems.push({ file: "compare/for-good", message: `${entry.id}：${message}` });
    if (!entry.piStill(await tryOnPi(course.pi, entry.scenario))) {
      report(`Pi ${course.piVersion} 已经不是这样了：${entry.reason}`);
    }
    const chapter = newestChapter(course.chapters, entry);
    if (chapter && (await behavesAsPi(chapter, entry))) {
      report(`${chapter.id} 现在和 Pi 一样了，可是这里写着从 ${entry.since} 起有意不同。`);
    }
  }
  return problems;
}

/** The newest chapter that should differ; none while no chapter does. */
function newestChapter(chapters: readonly Chapter[], { since, until }: ForGood): Chapter | undefined {
  if (since === undefined) return undefined;
  return chapters.findLast(({ id }) => id >= since && (until === undefined || id < until));
}

async function behavesAsPi(chapter: Chapter, { scenario, piStill }: ForGood): Promise<boolean> {
  return piStill(await tryScenario(chapter, scenario));
}
