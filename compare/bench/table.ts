import stringWidth from "string-width";
import type { Measured, MeasuredWorkload } from "./measure.ts";

/** At most this many times Pi's cost, as the blueprint of the course wants it. */
export const TARGET = 1;

/** What was measured, as text for a terminal: a block for each workload, a line for each of its sizes. */
export function describeWorkloads(measured: readonly MeasuredWorkload[]): string {
  return measured.map((one) => `${describeWorkload(one)}\n`).join("\n");
}

function describeWorkload({ workload, rows, growth }: MeasuredWorkload): string {
  const { name, unit } = workload;
  const perWhat = unit === undefined ? "每次运行" : `每${unit}`;
  const title = `${name}：增长 s15 ${growth.s15.toFixed(2)}，Pi ${growth.Pi.toFixed(2)}`;
  const head = cells(["N", `s15 ${perWhat}`, `Pi ${perWhat}`, "s15 比 Pi", "中间一半"]);
  return [title, head, ...rows.map((row) => lineOf(row, unit === undefined ? 1 : row.size))].join("\n");
}

function lineOf({ size, cost, ratio }: Measured, units: number): string {
  const { low, median, high } = ratio;
  const fields = [
    String(size),
    microseconds(cost.s15 / units),
    microseconds(cost.Pi / units),
    median.toFixed(2),
    `${low.toFixed(2)}–${high.toFixed(2)}`,
  ];
  // A median a little above is noise while a good part of the rounds lies below.
  return `${cells(fields)}${low > TARGET ? "   超过" : ""}`;
}

function microseconds(cost: number): string {
  return `${cost < 10 ? cost.toFixed(2) : cost.toFixed(0)} µs`;
}

const WIDTHS = [8, 16, 16, 12, 14];

/** A Chinese character is two columns wide. */
function cells(texts: string[]): string {
  return texts.map((text, index) => " ".repeat((WIDTHS[index] ?? 0) - stringWidth(text)) + text).join("");
}
