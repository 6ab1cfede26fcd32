import { describeProblems } from "../checks.ts";
import { readArguments, runWhenMain, UsageError, type Command } from "../command.ts";
import type { Problem } from "../problem.ts";
import { auditRuns, auditSets } from "./audit.ts";
import { Engine } from "./engine.ts";
import { findExercises, type Exercise } from "./exercises.ts";

const USAGE = `用法：npm run practice:check [-- s05 | s05/02 …]

检查练习本身：每个起点都因为写明的原因通不过，每个解答都通过，每题都有提示，
课文的「练习」列出的正好是现有的练习。不写名字就检查全部。

  --help, -h   显示这段说明`;

/** `npm run practice:check`: 0 when all is well, 1 when something is not; throws a UsageError for bad arguments. */
export const practiceCheckCommand: Command = async (argv, terminal, root) => {
  const { positionals: names } = readArguments(USAGE, argv, {});
  const { exercises, problems } = findExercises(root);
  const chosen = exercises.filter(
    ({ id, chapter }) => names.length === 0 || names.includes(id) || names.includes(chapter),
  );
  const chapters = names.map((name) => name.slice(0, 3));
  const wanted = (problem: Problem) => chapters.length === 0 || chapters.includes(problem.file.slice(0, 3));
  if (chosen.length === 0 && names.some((name) => !/^s\d\d$/.test(name)))
    throw new UsageError(`没有这样的练习：${names.join(" ")}\n\n${USAGE}`);

  const found = [...problems.filter(wanted), ...auditSets(root, exercises, chapters), ...(await play(root, chosen))];
  const check = { name: "practice", run: async () => found };
  if (found.length > 0) terminal.write(describeProblems(check, found));
  terminal.write(`${chosen.length} 道练习，${found.length === 0 ? "都好" : `${found.length} 个问题`}\n`);
  return found.length === 0 ? 0 : 1;
};

async function play(root: string, exercises: Exercise[]): Promise<Problem[]> {
  if (exercises.length === 0) return [];
  const engine = await Engine.open(root, { threads: "batch", patience: 20_000 });
  try {
    return await auditRuns(root, exercises, engine);
  } finally {
    await engine.close();
  }
}

await runWhenMain(import.meta.url, practiceCheckCommand);
