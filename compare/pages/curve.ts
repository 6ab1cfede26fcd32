import type { Chapter } from "../../shared/chapter.ts";
import { playOnPi, type PiModules } from "../play/pi-player.ts";
import { compareScenario, type ScenarioPlay } from "../play/plays.ts";
import type { Scenario } from "../play/scenario.ts";

export type Verdict = "equal" | "differs" | "not expressible";

/** How every scenario fares in every chapter: one play a chapter, in the chapters' order. */
export type Curve = {
  chapters: string[];
  scenarios: { scenario: Scenario; plays: ScenarioPlay[] }[];
};

/** Plays every scenario on Pi once and in every chapter that can express it. */
export async function measureCurve(pi: PiModules, chapters: Chapter[], scenarios: Scenario[]): Promise<Curve> {
  const rows: Curve["scenarios"] = [];
  for (const scenario of scenarios) {
    const pis = await playOnPi(pi, scenario);
    const plays: ScenarioPlay[] = [];
    for (const chapter of chapters) plays.push(await compareScenario(chapter, scenario, pis));
    rows.push({ scenario, plays });
  }
  return { chapters: chapters.map((chapter) => chapter.id), scenarios: rows };
}

export function verdictOf(play: ScenarioPlay): Verdict {
  if ("lacking" in play) return "not expressible";
  return play.comparison.pairs.every((pair) => pair.differences.length === 0) ? "equal" : "differs";
}

/** How many scenarios got each verdict in each chapter. */
export function countVerdicts(curve: Curve): { chapter: string; verdict: Verdict; count: number }[] {
  const verdicts: Verdict[] = ["equal", "differs", "not expressible"];
  return curve.chapters.flatMap((chapter, index) =>
    verdicts.map((verdict) => ({
      chapter,
      verdict,
      count: curve.scenarios.filter(({ plays }) => plays[index] && verdictOf(plays[index]) === verdict).length,
    })),
  );
}

const MARKS: Record<Verdict, string> = { equal: "=", differs: "≠", "not expressible": "·" };

/** The curve for the terminal: every scenario with a mark a chapter, then the sums. */
export function printCurve(curve: Curve): string {
  const width = Math.max(...curve.scenarios.map(({ scenario }) => scenario.name.length)) + 2;
  const marks = curve.scenarios.map(
    ({ scenario, plays }) =>
      scenario.name.padEnd(width) + plays.map((play) => MARKS[verdictOf(play)].padEnd(5)).join(""),
  );
  const counts = countVerdicts(curve);
  const sums = (["equal", "differs", "not expressible"] as const).map((verdict) => {
    const found = counts.filter((count) => count.verdict === verdict).map(({ count }) => String(count).padEnd(5));
    return `${MARKS[verdict]} ${VERDICT_NAMES[verdict]}`.padEnd(width - VERDICT_NAMES[verdict].length) + found.join("");
  });
  const head = " ".repeat(width) + curve.chapters.map((chapter) => chapter.padEnd(5)).join("");
  return [head, ...marks, "", head, ...sums].map((line) => line.trimEnd()).join("\n");
}

export const VERDICT_NAMES: Record<Verdict, string> = { equal: "相同", differs: "不同", "not expressible": "表达不了" };

/** The sums as a Markdown table. */
export function curveTable(curve: Curve): string {
  const counts = countVerdicts(curve);
  const row = (verdict: Verdict) =>
    `| ${VERDICT_NAMES[verdict]} | ${counts
      .filter((count) => count.verdict === verdict)
      .map(({ count }) => count)
      .join(" | ")} |`;
  const head = `| ${curve.scenarios.length} 个场景 | ${curve.chapters.join(" | ")} |`;
  const rule = `| --- | ${curve.chapters.map(() => "---:").join(" | ")} |`;
  return [head, rule, row("equal"), row("differs"), row("not expressible")].join("\n");
}
