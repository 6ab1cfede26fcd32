import type { Problem } from "../../tools/problem.ts";
import { playOnPi, type PiModules } from "./pi-player.ts";
import { missedPoints } from "./points.ts";
import type { Scenario } from "./scenario.ts";

/** Every scenario shows on Pi what it is named for. */
export async function evidenceProblems(pi: PiModules, scenarios: readonly Scenario[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const scenario of scenarios) {
    const missed = missedPoints(scenario, await playOnPi(pi, scenario));
    problems.push(...missed.map((message) => ({ file: "compare/scenarios", message: `${scenario.name}：${message}` })));
  }
  return problems;
}
