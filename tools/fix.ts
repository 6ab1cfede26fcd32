import type { Terminal } from "../shared/terminal.ts";
import { allChecks, chooseChecks, describeProblems, runCheck } from "./checks.ts";
import { chapterFileNamed, readArguments, runWhenMain, UsageError, type Command } from "./command.ts";
import { openDecisions } from "./lineage/index.ts";
import type { Check, Problem } from "./problem.ts";

const USAGE = `用法：npm run fix [-- 名字…] [--accept s05/tools.ts]

改掉检查发现的、不需要人来决定的问题，列出写过的文件和剩下的问题。不写名字就全部改。

  --accept FILE   这个文件和上一章的不同是有意的：写进接入主线表。可以写多次
  --help, -h      显示这段说明`;

const OPTIONS = {
  accept: { type: "string", multiple: true, default: [] as string[] },
} as const;

/** Makes the checks; `accepted` names files whose difference to the chapter before is meant. */
export type MakeChecks = (accepted: ReadonlySet<string>) => Check[];

/** `npm run fix`: 0 when nothing is left of what a fix could reach, else 1; throws a UsageError for bad arguments. */
export function fixCommand(makeChecks: MakeChecks): Command {
  return async (argv, terminal, root) => {
    const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
    const checks = chooseFixes(makeChecks(acceptedFiles(root, values.accept)), positionals);
    if (values.accept.length > 0 && !checks.some(({ name }) => name === "lineage")) {
      throw new UsageError("--accept 改的是接入主线表：名字里要有 lineage，或者不写名字。");
    }
    const { written, broken } = await fixAll(checks, root);
    terminal.write(written.map((file) => `写了 ${file}\n`).join("") || "没有要写的文件。\n");
    return reportRemaining(checks, broken, terminal, root);
  };
}

function chooseFixes(checks: Check[], names: string[]): Check[] {
  const chosen = chooseChecks(checks, names);
  const manual = names.filter((name) => chosen.some((check) => check.name === name && !check.fix));
  if (manual.length > 0) throw new UsageError(`${manual.join("、")} 没有能自动改的，请照检查说的手工改。`);
  return chosen.filter(({ fix }) => fix);
}

/** Fixes that broke down, each with the problem that this is. */
type Broken = ReadonlyMap<Check, Problem>;

/** Fixes follow one another, because several write the same README; one that breaks down does not stop the others. */
async function fixAll(checks: Check[], root: string): Promise<{ written: string[]; broken: Broken }> {
  const written = new Set<string>();
  const broken = new Map<Check, Problem>();
  for (const check of checks) {
    try {
      for (const file of (await check.fix?.(root)) ?? []) written.add(file);
    } catch (error) {
      broken.set(check, { file: `tools（${check.name}）`, message: `改的时候出错了：${String(error)}` });
    }
  }
  return { written: [...written].toSorted(), broken };
}

async function reportRemaining(checks: Check[], broken: Broken, terminal: Terminal, root: string): Promise<number> {
  let remaining = 0;
  for (const check of checks) {
    const problems = [...[broken.get(check) ?? []].flat(), ...(await runCheck(check, root))];
    remaining += problems.length;
    if (problems.length > 0) terminal.write(describeProblems(check, problems));
  }
  if (remaining > 0) terminal.write(`\n还剩 ${remaining} 个问题要人来决定。\n`);
  return remaining === 0 ? 0 : 1;
}

function acceptedFiles(root: string, names: string[]): ReadonlySet<string> {
  const files = names.map((name) => {
    const { chapter, file } = chapterFileNamed(root, name);
    return `${chapter.id}/${file}`;
  });
  const open = names.length === 0 ? [] : openDecisions(root);
  const needless = files.filter((file) => !open.includes(file));
  if (needless.length > 0) {
    throw new UsageError(`${needless.join("、")} 没有等着决定的不同。现在等着决定的：${open.join("、") || "没有"}`);
  }
  return new Set(files);
}

await runWhenMain(import.meta.url, fixCommand(allChecks));
