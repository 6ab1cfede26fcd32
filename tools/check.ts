import { allChecks, chooseChecks, describeProblems, runCheck } from "./checks.ts";
import { readArguments, runWhenMain, type Command } from "./command.ts";
import type { Check, Problem } from "./problem.ts";

const USAGE = `用法：npm run check [-- 名字…]

检查课程是否像它自己说的那样。不写名字就全部检查。能自动改的，用 npm run fix 改。

  --help, -h   显示这段说明`;

/** Types and formatting keep a core busy each, and more than two would only wait for one another. */
const AT_A_TIME = 2;

/** `npm run check`: 0 when all is well, 1 when something is not; throws a UsageError for bad arguments. */
export function checkCommand(checks: Check[]): Command {
  return async (argv, terminal, root) => {
    const usage = `${USAGE}\n\n检查：${checks.map(({ name }) => name).join("、")}`;
    const { positionals } = readArguments(usage, argv, {});
    const chosen = chooseChecks(checks, positionals);
    const width = Math.max(...chosen.map(({ name }) => name.length)) + 2;
    const reports: string[] = [];
    for (const { check, problems } of started(chosen, root)) {
      const found = await problems;
      terminal.write(`${check.name.padEnd(width)}${found.length === 0 ? "ok" : `${found.length} 个问题`}\n`);
      if (found.length > 0) reports.push(describeProblems(check, found));
    }
    terminal.write(reports.join(""));
    return reports.length === 0 ? 0 : 1;
  };
}

/** Begins all checks, in as many lanes as may be busy at a time; a lane's next check waits for the one before. */
function started(checks: Check[], root: string): { check: Check; problems: Promise<Problem[]> }[] {
  const lanes = Array.from({ length: AT_A_TIME }, (): Promise<unknown> => Promise.resolve());
  return checks.map((check, index) => {
    const lane = index % AT_A_TIME;
    const problems = (lanes[lane] ?? Promise.resolve()).then(() => runCheck(check, root));
    lanes[lane] = problems;
    return { check, problems };
  });
}

await runWhenMain(import.meta.url, checkCommand(allChecks()));
