import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Side } from "./loops.ts";
import type { MeasuredWorkload } from "./measure.ts";

/** They can be told apart on a light page and on a dark one, and without seeing colour: only one of them is filled. */
const COLOURS: Record<Side, string> = { s15: "#1a7f4b", Pi: "#c96f16" };

type Page = ReturnType<typeof parseHTML>["document"];
type Point = { panel: string; side: Side; size: number; cost: number };

/** How cost grows, as an SVG file: a panel for each workload, a point for each size; `caption` says how it was measured. */
export function growthPicture(measured: readonly MeasuredWorkload[], caption: string): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const points = measured.flatMap(pointsOf);
  const of = (side: Side) => points.filter((point) => point.side === side);
  const at = { fx: "panel", x: "size", y: "cost" };
  const drawn = Plot.plot({
    document,
    width: 860,
    height: 340,
    marginTop: 56,
    marginLeft: 64,
    marginBottom: 64,
    style: { fontSize: "12px", background: "white", color: "#333" },
    fx: { label: null, domain: measured.map(({ workload }) => workload.name) },
    x: { type: "log", label: "N", ticks: 4, tickFormat: describeSize, grid: true },
    y: { type: "log", label: null, tickFormat: describeCost, grid: true },
    marks: [
      Plot.line(measured.flatMap(linearOf), { ...at, stroke: "#8a9099", strokeDasharray: "4 3" }),
      Plot.dot(of("Pi"), { ...at, stroke: COLOURS.Pi, strokeWidth: 2, r: 6 }),
      Plot.line(of("s15"), { ...at, stroke: COLOURS.s15 }),
      Plot.dot(of("s15"), { ...at, fill: COLOURS.s15, r: 3 }),
    ],
  });
  drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [x, fill, text] of [
    [64, COLOURS.s15, "● s15"],
    [124, COLOURS.Pi, "○ Pi"],
    [176, "#8a9099", "┄ 线性：N 大十倍，时间也大十倍。纵轴是一次运行的处理器时间"],
  ] as const) {
    drawn.append(textAt(document, { x, y: 16, fill }, text));
  }
  drawn.append(textAt(document, { x: 64, y: 330, fill: "#333" }, caption));
  return `${drawn.outerHTML}\n`;
}

function pointsOf({ workload, rows }: MeasuredWorkload): Point[] {
  return rows.flatMap(({ size, cost }) =>
    (["s15", "Pi"] as const).map((side) => ({ panel: workload.name, side, size, cost: cost[side] })),
  );
}

/** The line on which a tenfold size costs tenfold, through the largest one. */
function linearOf({ workload, rows }: MeasuredWorkload): Omit<Point, "side">[] {
  const last = rows.at(-1);
  if (!last) return [];
  return rows.map(({ size }) => ({ panel: workload.name, size, cost: (last.cost.Pi * size) / last.size }));
}

/** 1,000 as 10³: five of them stand close together. */
function describeSize(size: number): string {
  const power = Math.log10(size);
  return power < 2 ? String(size) : `10${"⁰¹²³⁴⁵⁶⁷⁸⁹"[power] ?? ""}`;
}

/** Only at powers of ten: the ticks between them stay without a number. */
function describeCost(cost: number): string {
  if (!Number.isInteger(Math.log10(cost))) return "";
  return cost < 1_000 ? `${cost} µs` : cost < 1_000_000 ? `${cost / 1_000} ms` : `${cost / 1_000_000} s`;
}

function textAt(document: Page, place: { x: number; y: number; fill: string }, said: string) {
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const [name, value] of Object.entries({ ...place, "text-anchor": "start" }))
    text.setAttribute(name, String(value));
  text.textContent = said;
  return text;
}
