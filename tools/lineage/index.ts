import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../problem.ts";
import { fragileRows, pairs, readLessons, shortName, wantedTable } from "./lesson.ts";
import { problemsOf } from "./problems.ts";

/**
 * Holds the 接入主线 table of each chapter against what really changed since the chapter before.
 *
 * The fix writes the first three columns. It never puts a difference between two files that both chapters have into the
 * table by itself, only for those in `accepted`, each named as `s05/tools.ts`.
 */
export function lineageCheck(accepted: ReadonlySet<string> = new Set()): Check {
  return {
    name: "lineage",
    run: async (root) => readLessons(root).flatMap(problemsOf),
    fix: async (root) => rewriteTables(root, accepted),
  };
}

/** The files whose difference waits for a person's decision, each as `s05/tools.ts`. */
export function openDecisions(root: string): string[] {
  return readLessons(root).flatMap((lesson) =>
    pairs(lesson)
      .filter(({ drifted }) => drifted)
      .map(({ step }) => shortName(lesson, step)),
  );
}

function rewriteTables(root: string, accepted: ReadonlySet<string>): string[] {
  return readLessons(root).flatMap((lesson) => {
    const { markdown, table, readme } = lesson;
    if (markdown === undefined || !table || fragileRows(lesson).length > 0) return [];
    const mended = markdown.slice(0, table.start) + wantedTable(lesson, accepted) + markdown.slice(table.end);
    if (mended === markdown) return [];
    writeFileSync(join(root, readme), mended);
    return [readme];
  });
}
