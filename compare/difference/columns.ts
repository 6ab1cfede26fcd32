import { styleText } from "node:util";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Row } from "../ledger.ts";
import { describeDifference, type Comparison } from "./comparison.ts";
import { describeLine } from "./describe.ts";

/** Narrower than this, a column would show nothing of a line but its name. */
const NARROWEST = 30;
const MARKS = "= 相同　≠ 同一行里有不同　↔ 只有一边有　↕ 位置不同　数字是台账里的行，? 是没有解释的不同";

type ComparedPair = Comparison["pairs"][number];

/**
 * Both traces side by side, a row a line, with the numbers of the ledger rows that explain a difference, and the
 * rows themselves below. `width` is in terminal cells: a Chinese character takes two.
 */
export function printColumns(titles: [string, string], comparison: Comparison, width: number, colour: boolean): string {
  const { pairs, rows, unexplained } = comparison;
  const marks = pairs.map((pair) => markOf(pair, rows));
  const middle = Math.max(...marks.map((mark) => mark.length));
  const column = Math.max(NARROWEST, Math.floor((width - middle - 2) / 2));
  const paint = (style: "bold" | "dim" | "yellow", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const line = (left: string, mark: string, right: string) =>
    `${fit(left, column)} ${mark.padEnd(middle)} ${fit(right, column)}`.trimEnd();
  const wrap = (head: string, text: string) => indented(head, text, Math.max(2 * NARROWEST, width));

  const body = pairs.map((pair, index) => {
    const cells = [pair.chapter, pair.pi].map((one) => (one ? describeLine(one) : ""));
    const text = line(cells[0] ?? "", marks[index] ?? "", cells[1] ?? "");
    return pair.explained.length === 0 ? paint("dim", text) : text;
  });
  const legend = rows.map((row, index) =>
    wrap(`${index + 1}`.padStart(3), `${row.id}（${row.opens} 起，${row.closes} 补上）：${row.says}`),
  );
  const open = unexplained.map((explained) => paint("yellow", wrap("  ?", describeDifference(explained))));
  return [paint("bold", line(titles[0], "", titles[1])), "", ...body, "", paint("dim", MARKS), ...legend, ...open].join(
    "\n",
  );
}

/** What stands between the two lines of a pair: how they relate, and what explains it. */
function markOf({ chapter, pi, differences, explained }: ComparedPair, rows: readonly Row[]): string {
  const paired = Boolean(chapter && pi);
  if (differences.length === 0) return paired ? "=" : "↕";
  const numbers = new Set(explained.flatMap((one) => one.rows.map((row) => rows.indexOf(row) + 1)));
  const sorted = [...numbers].toSorted((a, b) => a - b).map(String);
  const open = explained.some((one) => one.rows.length !== 1) ? ["?"] : [];
  return `${paired ? "≠" : "↔"} ${[...sorted, ...open].join(",")}`;
}

function indented(head: string, text: string, width: number): string {
  return `${head}  ${wrapAnsi(text, width - head.length - 2, { hard: true }).replaceAll("\n", "\n     ")}`;
}

/** The text in exactly `cells` cells, cut with an ellipsis where it is too long. */
function fit(text: string, cells: number): string {
  let shown = text;
  if (stringWidth(text) > cells) {
    shown = "";
    for (const char of text) {
      if (stringWidth(shown + char) > cells - 1) break;
      shown += char;
    }
    shown += "…";
  }
  return shown + " ".repeat(Math.max(0, cells - stringWidth(shown)));
}
