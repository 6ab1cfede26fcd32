import type { CheckedPlay } from "../play/checked-plays.ts";
import type { Course } from "../course.ts";
import { curveTable, type Curve } from "./curve.ts";
import type { Generated } from "./generated.ts";
import { LEDGER, TURN_LIMIT } from "../ledger.ts";
import { curvePicture } from "./picture.ts";

const PICTURE = "docs/curve.svg";

/** What the comparison writes into the course: each chapter's rows of the ledger, and the curve at the entrance. */
export function generatedPages(course: Course, plays: readonly CheckedPlay[], curve: Curve): Generated[] {
  const ledgers = course.folders.map(({ id, folder }) => ({
    file: `${folder}/README.md`,
    name: "ledger",
    content: ledgerTable(id, plays),
  }));
  const picture = `![每一章里，和 Pi 相同、不同、表达不了的场景各有多少](${PICTURE})`;
  return [
    ...ledgers,
    { file: "README.md", name: "curve", content: `${picture}\n\n${curveTable(curve)}` },
    { file: PICTURE, content: curvePicture(curve) },
  ];
}

/** The rows that were seen in a chapter's plays, as a Markdown table. */
function ledgerTable(chapter: string, plays: readonly CheckedPlay[]): string {
  const seen = new Set(plays.filter((play) => play.chapter === chapter).flatMap((play) => play.comparison.rows));
  return [
    "| 台账 | 这一章与 Pi 的不同 | 补上 |",
    "| --- | --- | --- |",
    ...[...LEDGER, TURN_LIMIT]
      .filter((row) => seen.has(row))
      .map((row) => `| \`${row.id}\` | ${row.says} | ${row.closes} |`),
  ].join("\n");
}
