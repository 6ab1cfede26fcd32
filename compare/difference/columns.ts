import { styleText } from "node:util";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Comparison } from "./comparison.ts";
import { describeLine } from "./describe.ts";
import type { Row } from "../ledger.ts";

/** Cells between the columns: an equals sign, or the numbers of the rows that explain a difference. */
const MARK = 14;
/** Narrower than this, a column would show nothing of a line but its name. */
const NARROWEST = 30;

/**
 * Both traces side by side, a row a line, with the numbers of the ledger rows that explain a difference, and the
 * rows themselves below. `width` is in terminal cells: a Chinese character takes two.
 */
export function printColumns(titles: [string, string], comparison: Comparison, width: number, colour: boolean): string {
  const column = Math.max(NARROWEST, Math.floor((width - MARK - 2) / 2));
  const numbers = new Map(comparison.rows.map((row, index) => [row, index + 1]));
  const paint = (style: "bold" | "dim" | "yellow", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const line = (left: string, mark: string, right: string) =>
    `${fit(left, column)} ${fit(mark, MARK)} ${fit(right, column)}`.trimEnd();

  const body = comparison.pairs.map(({ chapter, pi, explained }) => {
    const text = line(
      chapter ? describeLine(chapter) : "",
      markOf(
        explained.flatMap(({ rows }) => rows),
        numbers,
        Boolean(chapter && pi),
      ),
      pi ? describeLine(pi) : "",
    );
    return explained.length === 0 ? paint("dim", text) : text;
  });
  const unexplained = comparison.unexplained.length;
  return [
    paint("bold", line(titles[0], "", titles[1])),
    "",
    ...body,
    "",
    ...comparison.rows.map((row) => legend(row, numbers.get(row) ?? 0, width)),
    ...(unexplained > 0 ? [paint("yellow", `有 ${unexplained} 处不同，台账里没有恰好一行解释它。`)] : []),
  ].join("\n");
}

function markOf(rows: Row[], numbers: Map<Row, number>, paired: boolean): string {
  const found = [...new Set(rows.map((row) => numbers.get(row) ?? 0))].toSorted((a, b) => a - b);
  if (found.length === 0) return paired ? "=" : "↕";
  return `${paired ? "≠" : "↔"} ${found.join(",")}`;
}

function legend(row: Row, number: number, width: number): string {
  const head = `${String(number).padStart(3)}  `;
  const text = `${row.id}（${row.opens} 起，${row.closes} 补上）：${row.says}`;
  return (
    head + wrapAnsi(text, Math.max(2 * NARROWEST, width) - head.length, { hard: true }).replaceAll("\n", "\n     ")
  );
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
