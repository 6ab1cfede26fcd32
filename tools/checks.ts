import { containmentCheck } from "./containment.ts";
import { docsCheck } from "./docs/index.ts";
import { hygieneCheck } from "./hygiene.ts";
import { lineageCheck } from "./lineage/index.ts";
import { UsageError } from "./command.ts";
import type { Check, Problem } from "./problem.ts";
import { formatCheck, lintCheck, typesCheck } from "./programs.ts";
import { stepSizeCheck } from "./step-size.ts";

/** Every check of the course, in the order in which fixes may build on each other: lessons quote formatted code. */
export function allChecks(accepted: ReadonlySet<string> = new Set()): Check[] {
  return [
    typesCheck,
    lintCheck,
    formatCheck,
    docsCheck,
    lineageCheck(accepted),
    stepSizeCheck,
    containmentCheck,
    hygieneCheck(),
  ];
}

/** Those of `checks` that a person names; all when none is named. Throws a UsageError for a name that none has. */
export function chooseChecks(checks: Check[], names: string[]): Check[] {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    const existing = checks.map(({ name }) => name).join("、");
    throw new UsageError(`没有这样的检查：${unknown.join("、")}。现有：${existing}`);
  }
  return names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name));
}

/** Runs a check; one that breaks down has found a problem, or it would pass for one that found none. */
export async function runCheck(check: Check, root: string): Promise<Problem[]> {
  try {
    return await check.run(root);
  } catch (error) {
    return [{ file: `tools（${check.name}）`, message: `检查自己出错了：${String(error)}` }];
  }
}

/** A check's problems as a maintainer reads them. */
export function describeProblems(check: Check, problems: Problem[]): string {
  const places = problems.map(({ file, line, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return `  ${place}\n${message.replace(/^/gm, "    ")}\n`;
  });
  return `\n${check.name}\n${places.join("")}`;
}
