import type { Finding } from "../../shared/practice.ts";
import { oneLine } from "../../shared/trace.ts";

/** A place in a file; 1 is the first line, and the first column. */
export type Place = { file: string; line?: number; column?: number };

/** What became of one check of one answer. Files are paths from the root of the course. */
export type Verdict =
  | { kind: "passed" }
  /** The answer runs and does something else than it should. */
  | ({ kind: "failed" } & Finding)
  /** The answer cannot be run, or threw what the check did not expect. */
  | { kind: "broken"; message: string; place?: Place }
  /** It did not end in time. */
  | { kind: "timeout"; seconds: number; place: Place }
  /** There is no file to look at. */
  | { kind: "missing"; message: string };

/** A verdict as a reader gets it, a line for each thing that it says. Nothing in it can steer the terminal. */
export function verdictLines(verdict: Verdict): string[] {
  return linesOf(verdict).map((text) => text.split("\n").map(oneLine).join("\n"));
}

function linesOf(verdict: Verdict): string[] {
  switch (verdict.kind) {
    case "passed":
      return ["通过"];
    case "failed":
      return [`看到：${verdict.saw}`, `应当：${verdict.should}`, `去读：${verdict.read}`];
    case "broken":
      return [
        `${verdict.place ? `${describePlace(verdict.place)}：` : ""}${verdict.message}`.replace(/\s*\n\s*/g, " "),
      ];
    case "timeout": {
      const place = describePlace(verdict.place);
      return [`${place}：${verdict.seconds} 秒还没有跑完，停下了。多半是停不下来的循环，或者在等永远不会来的东西。`];
    }
    case "missing":
      return [verdict.message];
  }
}

/** The one line that says most, for lists. */
export function verdictLine(verdict: Verdict): string {
  const said = verdict.kind === "failed" ? verdict.saw : (verdictLines(verdict)[0] ?? "");
  return said.replace(/\s*\n\s*/g, " ").trim();
}

function describePlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
