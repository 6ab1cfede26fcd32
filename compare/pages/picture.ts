import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { countVerdicts, VERDICT_NAMES, type Curve, type Verdict } from "./curve.ts";

/** They can be told apart on a light page and on a dark one, and without seeing colour. */
const COLOURS: Record<Verdict, string> = { equal: "#1a7f4b", differs: "#c96f16", "not expressible": "#8a9099" };
const VERDICTS = Object.keys(COLOURS) as Verdict[];

/** The curve as an SVG file: a column a chapter, its scenarios stacked by verdict. */
export function curvePicture(curve: Curve): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const counts = countVerdicts(curve).filter(({ count }) => count > 0);
  // A number needs a bar that is taller than itself; the table beside the picture has them all.
  const numbered = (count: number) => (count >= 0.06 * curve.scenarios.length ? String(count) : "");
  const stack = { x: "chapter", y: "count", z: "verdict", order: VERDICTS };
  const drawn = Plot.plot({
    document,
    width: 720,
    height: 300,
    marginTop: 40,
    style: { fontSize: "13px", background: "white", color: "#333" },
    x: { label: null, domain: curve.chapters },
    y: { label: "场景", grid: true },
    color: { domain: VERDICTS, range: VERDICTS.map((verdict) => COLOURS[verdict]) },
    marks: [
      Plot.barY(counts, { ...stack, fill: "verdict", insetLeft: 2, insetRight: 2 }),
      Plot.text(
        counts,
        Plot.stackY({
          ...stack,
          text: ({ count }) => numbered(count),
          fill: "white",
          fontSize: 11,
          fontWeight: "bold",
        }),
      ),
      ...VERDICTS.map((verdict, index) =>
        Plot.text([`■ ${VERDICT_NAMES[verdict]}`], {
          frameAnchor: "top-right",
          dy: -30,
          dx: -80 * index,
          text: (name: string) => name,
          fill: COLOURS[verdict],
        }),
      ),
    ],
  });
  drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `${drawn.outerHTML}\n`;
}
