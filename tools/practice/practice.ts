import type { Terminal } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/trace.ts";
import { readArguments, runWhenMain, UsageError, type Command } from "../command.ts";
import { describeItem, itemOf, openPractice, whereToGoOn, type PracticeCourse } from "./course.ts";
import { describeDiskError, isDiskError } from "./disk-error.ts";
import type { Exercise } from "./exercises.ts";
import { Runner, type Outcome } from "./runner.ts";
import { verdictLine, verdictLines, type Verdict } from "./verdict.ts";
import { findWork, prepareWork } from "./workspace.ts";

const USAGE = `用法：npm run practice [-- 选项 | 练习 | 章]

不带参数，在终端里打开练习的控制台：它把练习的起点抄到 practice/ 里，你每保存一次，它检查一次。

  s05/02        检查这一题一次；还没有开始的，先抄一份起点
  s05           检查这一章开始了的每一题
  --all         检查全部开始了的练习
  --solutions   不检查你的，检查课程自带的解答；和上面三种一起用
  --list        列出练习，一行一题；可以再写一章
  --json        一题一行 JSON（NDJSON），配合 npm run -s 使用；单独写就是列出
  --help, -h    显示这段说明

退出码：0，这些练习都通过了；1，还有没通过的；2，参数不对，磁盘不让写，或者控制台打不开。
检查一题，看的是现在的文件；一章或者全部，从前通过过的也算通过。`;

const OPTIONS = {
  all: { type: "boolean", default: false },
  solutions: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

type Mode = { all: boolean; solutions: boolean; list: boolean; json: boolean };

/** `npm run practice`: the console, or one of the ways to use it from a script. Throws a UsageError for bad arguments. */
export const practiceCommand: Command = async (argv, terminal, root) => {
  const { values: mode, positionals } = readArguments(USAGE, argv, OPTIONS);
  // Vitest takes both for the end of a file's name.
  if (/[#?]/.test(root)) throw new UsageError(`练习要用的库不认带 # 和 ? 的路径，把仓库搬到别处再来：${root}`);
  try {
    return await practise(mode, positionals, terminal, root);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    throw new UsageError(`没有做完：${describeDiskError(error)}`);
  }
};

async function practise(mode: Mode, positionals: string[], terminal: Terminal, root: string): Promise<number> {
  const { course, notice } = openPractice(root);
  if (notice !== undefined) terminal.writeError(`${notice}\n`);
  if (course.exercises.length === 0) throw new UsageError("这里没有练习。");

  if (positionals.length === 0 && !mode.all && !mode.list && !mode.solutions && !mode.json) {
    return openConsole(course, terminal, notice);
  }
  const [one] = positionals;
  if (positionals.length > 1)
    throw new UsageError(`一次只能写一题或者一章，不能写 ${positionals.map(oneLine).join("、")}。`);
  if (one !== undefined && mode.all)
    throw new UsageError(`--all 是全部练习，${oneLine(one)} 是其中的一部分，只写一样。`);
  if (mode.list && (mode.all || mode.solutions)) throw new UsageError("--list 只列出，不检查；要检查就不写 --list。");
  const chosen = one === undefined ? course.exercises : exercisesNamed(course, one);
  if (mode.list || (mode.json && !mode.all && !mode.solutions && one === undefined))
    return list(course, chosen, mode, terminal);
  if (mode.solutions) return checkSolutions(course, chosen, mode, terminal);
  if (chosen.length === 1 && chosen[0]) return checkOne(course, chosen[0], mode, terminal);
  return checkAnswers(course, chosen, mode, terminal);
}

async function openConsole(course: PracticeCourse, terminal: Terminal, notice: string | undefined): Promise<number> {
  if (!terminal.interactive) {
    const instead = "检查一题用 npm run practice -- s05/02，全部用 -- --all，列出来用 -- --list。";
    throw new UsageError(`控制台要在终端里用：输入或输出接着管道或文件，没有人能按键。${instead}`);
  }
  const { runConsole } = await import("./console.ts");
  return runConsole(course, terminal.colour, notice);
}

/** `s05/02` and `s05`; also what a shell completes: the chapter's folder, the file in `practice/`. */
const NAME = /^(?:practice\/)?s?(\d{1,2})(?:[/_](\d{1,2}))?(?:_[\w.]*)?\/?$/i;

function exercisesNamed({ exercises }: PracticeCourse, name: string): Exercise[] {
  const [, ...numbers] = NAME.exec(name) ?? [];
  const padded = numbers.filter((one) => one !== undefined).map((one) => one.padStart(2, "0"));
  const wanted = `s${padded.join("/")}`;
  const chosen = exercises.filter(({ id, chapter }) => id === wanted || chapter === wanted);
  if (chosen.length > 0) return chosen;
  const chapters = [...new Set(exercises.map(({ chapter }) => chapter))].join("、");
  throw new UsageError(
    `没有 ${oneLine(name)} 这道练习。写成 s05/02 这样，或者一章 s05。有练习的章：${chapters}。列出全部：npm run practice -- --list`,
  );
}

function list(course: PracticeCourse, chosen: Exercise[], { json }: Mode, terminal: Terminal): number {
  for (const exercise of chosen) {
    terminal.write(`${json ? JSON.stringify(itemOf(course, exercise)) : describeItem(course, exercise)}\n`);
  }
  return 0;
}

/** Checks one exercise, begun now if it was not before; 0 when the file as it is passes. */
async function checkOne(
  course: PracticeCourse,
  exercise: Exercise,
  { json }: Mode,
  terminal: Terminal,
): Promise<number> {
  const { root, record } = course;
  const prepared = prepareWork(root, exercise);
  if (prepared === "copied") terminal.writeError(`起点抄到了 ${exercise.work}。\n`);
  else if (prepared !== "kept") terminal.writeError(`${renamed(prepared, exercise)}\n`);
  const noted = attempt(() => record.goTo(exercise));

  const runner = new Runner(root);
  const outcome = await runner.run(exercise);
  runner.close();
  const passed = outcome.verdict.kind === "passed";
  const kept = passed ? attempt(() => record.passed(exercise)) : noted;
  if (json) terminal.write(`${JSON.stringify({ ...itemOf(course, exercise), verdict: outcome.verdict })}\n`);
  else terminal.write(inFull(course, exercise, outcome));
  if (kept) throw new UsageError(`${passed ? "通过了，可是" : ""}记录写不进去：${kept}。检查过的文件没有动。`);
  return passed ? 0 : 1;
}

/** Checks what the reader has begun of these; what passes is written down. 0 when all of them passed, now or before. */
async function checkAnswers(
  course: PracticeCourse,
  chosen: Exercise[],
  { json }: Mode,
  terminal: Terminal,
): Promise<number> {
  const { root, record } = course;
  const runner = new Runner(root);
  let unkept: string | undefined;
  try {
    for (const exercise of chosen) {
      const found = findWork(root, exercise);
      if (typeof found === "object") terminal.writeError(`${renamed(found, exercise)}\n`);
      const verdict = found && (await runner.run(exercise)).verdict;
      if (verdict?.kind === "passed") unkept ??= attempt(() => record.passed(exercise));
      const item = { ...itemOf(course, exercise), verdict: verdict ?? null };
      terminal.write(json ? `${JSON.stringify(item)}\n` : inShort(course, exercise, verdict));
    }
  } finally {
    runner.close();
  }
  if (unkept) throw new UsageError(`有通过的，可是记录写不进去：${unkept}。检查过的文件没有动。`);
  return conclude(chosen.filter((one) => record.standing(one).done).length, chosen.length, json, terminal);
}

function renamed({ renamedFrom }: { renamedFrom: string }, { work }: Exercise): string {
  return `${renamedFrom} 改名为 ${work}：课程给这一题换了编号或名字。`;
}

/** What the disk refused, or undefined when it was done. */
function attempt(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return describeDiskError(error);
  }
}

async function checkSolutions(
  course: PracticeCourse,
  chosen: Exercise[],
  { json }: Mode,
  terminal: Terminal,
): Promise<number> {
  // It brings all of vitest, which nothing else here needs.
  const { Engine } = await import("./engine.ts");
  const engine = await Engine.open(course.root, { threads: "batch", patience: 20_000 });
  try {
    const verdicts = await engine.run(chosen.map(({ check, solution }) => ({ check, answer: solution })));
    for (const [index, exercise] of chosen.entries()) {
      const verdict = verdicts[index];
      if (!verdict) continue;
      const line = describeItem(course, exercise, verdict.kind === "passed" ? "通过" : "未过");
      if (json)
        terminal.write(`${JSON.stringify({ ...itemOf(course, exercise), file: exercise.solution, verdict })}\n`);
      else terminal.write(`${line}\n${verdict.kind === "passed" ? "" : `        ${verdictLine(verdict)}\n`}`);
    }
    return conclude(verdicts.filter(({ kind }) => kind === "passed").length, chosen.length, json, terminal);
  } finally {
    await engine.close();
  }
}

function conclude(passed: number, all: number, json: boolean, terminal: Terminal): number {
  if (!json) terminal.write(`\n通过 ${passed} / ${all}\n`);
  return passed === all ? 0 : 1;
}

function inShort(course: PracticeCourse, exercise: Exercise, verdict: Verdict | undefined): string {
  const { done } = course.record.standing(exercise);
  const line = describeItem(course, exercise, done ? "通过" : verdict ? "未过" : "未做");
  if (!verdict || verdict.kind === "passed") return `${line}\n`;
  return `${line}\n        ${done ? "通过过；现在的文件：" : ""}${verdictLine(verdict)}\n`;
}

function inFull(course: PracticeCourse, exercise: Exercise, { verdict, printed }: Outcome): string {
  const { id, title, task, work } = exercise;
  const said = printed.trim() === "" ? "" : `\n你的代码打印了：\n${printed.trimEnd().replace(/^/gm, "  ")}\n`;
  const found = `${verdictLines(verdict).join("\n")}\n${said}`;
  if (verdict.kind === "passed") return `${id} ${title}\n${work}\n\n${found}\n${afterPassing(course, exercise)}`;
  const before = course.record.standing(exercise).done ? "（从前通过过）" : "";
  return `${id} ${title}${before}\n${work}\n\n${task}\n\n${found}`;
}

function afterPassing(course: PracticeCourse, { solution }: Exercise): string {
  const next = whereToGoOn(course);
  const pending = next && !course.record.standing(next).done;
  const go = pending ? `下一题：npm run practice -- ${next.id}` : "全部练习都通过了。";
  return `参考的解答：${solution}\n${go}\n`;
}

await runWhenMain(import.meta.url, practiceCommand);
