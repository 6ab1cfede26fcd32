import type { Problem } from "../tools/problem.ts";
import type { CheckedPlay } from "./play/checked-plays.ts";
import { describeDifference } from "./difference/comparison.ts";
import { isOpen, LEDGER, TURN_LIMIT, type Row } from "./ledger.ts";

const FILE = "compare/ledger.ts";

/** Differences that no row explains, or more than one. */
export function unexplainedProblems(plays: readonly CheckedPlay[]): Problem[] {
  return plays.flatMap(({ chapter, name, comparison }) =>
    comparison.unexplained.map((explained) => ({
      file: FILE,
      message: `${chapter} ${name}：${describeDifference(explained)}。改这一章，或者改台账。`,
    })),
  );
}

/**
 * Rows that are not seen where they say they are: in the chapter that opens them, and in the last one before the
 * chapter that closes them.
 */
export function idleRowProblems(
  plays: readonly CheckedPlay[],
  rows: readonly Row[] = [...LEDGER, TURN_LIMIT],
): Problem[] {
  const chapters = [...new Set(plays.map((play) => play.chapter))].toSorted();
  return rows.flatMap((row) => {
    const open = chapters.filter((chapter) => isOpen(row, chapter));
    const seen = new Set(
      plays.filter((play) => play.comparison.rows.some(({ id }) => id === row.id)).map((play) => play.chapter),
    );
    const ends = new Set([open[0], row.onlyOpening ? open[0] : open.at(-1)]);
    return [...ends].flatMap((chapter) => {
      if (chapter === undefined || seen.has(chapter)) return [];
      const message = `${row.id} 说从 ${row.opens} 起、到 ${row.closes} 为止有这处不同，可是 ${chapter} 的 trace 里一处也没有。改 opens 或 closes，或者删掉这一行。`;
      return [{ file: FILE, message }];
    });
  });
}
