import { styleText } from "node:util";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { NEVER, type Row } from "../ledger.ts";
import { describeDifference, type Comparison } from "./comparison.ts";
import { describeLine } from "./describe.ts";

/** Narrower than this, a column would show nothing of a line but its name. */
const NARROWEST = 30;
const MARKS = "= 相同　≠ 内容不同　↔ 另一边没有　↕ 次序不同　数字见下面的说明，? 是没有解释的不同";
/** Cells kept of a text's beginning when its middle is cut out. */
const KEPT = 4;

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
    const [left, right] = distinct(
      pair.chapter ? describeLine(pair.chapter) : "",
      pair.pi ? describeLine(pair.pi) : "",
      column,
    );
    const mark = marks[index] ?? "";
    const style = mark === "=" ? "dim" : mark.endsWith("?") ? "yellow" : undefined;
    return style ? paint(style, line(left, mark, right)) : line(left, mark, right);
  });
  const legend = rows.map((row, index) =>
    wrap(`${index + 1}`.padStart(3), `${row.id}（${row.opens} 起，${closingOf(row)}）：${row.says}`),
  );
  const open = unexplained.map((explained) => paint("yellow", wrap("  ?", describeDifference(explained))));
  return [paint("bold", line(titles[0], "", titles[1])), "", ...body, "", paint("dim", MARKS), ...legend, ...open].join(
    "\n",
  );
}

function closingOf({ closes }: Row): string {
  return closes === NEVER ? "有意不同，不补" : `${closes} 补上`;
}

/** What stands between the two lines of a pair: how they relate, and what explains it. */
function markOf({ chapter, pi, moved, differences, explained }: ComparedPair, rows: readonly Row[]): string {
  const onlyOrder = differences.every(({ kind }) => kind === "order");
  const sign = moved || (differences.length > 0 && onlyOrder) ? "↕" : !(chapter && pi) ? "↔" : "≠";
  if (differences.length === 0 && !moved) return "=";
  const numbers = new Set(explained.flatMap((one) => one.rows.map((row) => rows.indexOf(row) + 1)));
  const sorted = [...numbers].toSorted((a, b) => a - b).map(String);
  const open = explained.some((one) => one.rows.length !== 1) ? ["?"] : [];
  return `${sign} ${[...sorted, ...open].join(",")}`.trimEnd();
}

/** Two texts that differ, so that they still do when they are cut to `cells`: what both begin with makes room. */
function distinct(left: string, right: string, cells: number): [string, string] {
  if (left === right || left === "" || right === "" || fit(left, cells) !== fit(right, cells)) return [left, right];
  let same = 0;
  while (left[same] === right[same]) same++;
  const name = /^[^:]*: /.exec(left)?.[0] ?? "";
  const from = Math.max(name.length, same - KEPT);
  return [`${name}…${left.slice(from)}`, `${name}…${right.slice(from)}`];
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
