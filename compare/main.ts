import { loadChapter } from "../tools/chapters.ts";
import { chapterNamed, readArguments, runWhenMain, UsageError, type Command } from "../tools/command.ts";
import { fuzzArguments } from "./fuzz/arguments.ts";
import { ensurePi } from "./install/install.ts";

const USAGE = `用法：
  npm run compare -- s05 [--case NAME]   把一个 case 放进这一章的循环，也放进真实的 Pi，
                                         两边的 trace 并排；NAME 也可以是 --curve 里的场景
  npm run compare -- --curve             所有场景在每一章：相同、不同、表达不了
  npm run compare -- --check             差别、台账、场景、引用全部核对一遍，有问题退出码为 1
  npm run compare -- --fix               重写由比较生成的部分和引用里的行号
  npm run compare -- --pi 0.84.4         换一个版本的 Pi：哪些引用动了，哪些场景不同了
  npm run compare -- --fuzz [--runs N] [--seed S]
                                         随机的剧情在 Pi 和 s15 的循环里各演一遍，比较看得到的一切；
                                         默认 1000 次，最后列出 Pi 的循环里没走到的分支
  npm run compare -- --live ["问题"]     用真实的模型跑 s15 的循环；地址、模型、key 从环境变量来
  --help, -h                             显示这段说明

第一次使用会先把 Pi 装进 compare/node_modules。`;

const OPTIONS = {
  case: { type: "string" },
  curve: { type: "boolean" },
  check: { type: "boolean" },
  fix: { type: "boolean" },
  pi: { type: "string" },
  live: { type: "boolean" },
  fuzz: { type: "boolean" },
  runs: { type: "string" },
  seed: { type: "string" },
} as const;

/** Holds the chapters against the real Pi. Returns 0, or 1 when a check found problems; throws a UsageError. */
const compareCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, { ...OPTIONS, help: { type: "boolean", short: "h" } });
  const { check, fix, curve, pi, live, fuzz } = values;
  const [name, ...rest] = check || fix || live ? [] : positionals;
  if ([name, check, fix, curve, pi, live, fuzz].filter(Boolean).length !== 1) throw new UsageError(USAGE);
  if (values.case !== undefined && name === undefined) throw new UsageError(`--case 要和章一起写。\n\n${USAGE}`);
  if (!fuzz && (values.runs ?? values.seed) !== undefined)
    throw new UsageError(`--runs 和 --seed 要和 --fuzz 一起写。\n\n${USAGE}`);
  const [stray] = rest;
  if (stray !== undefined)
    throw new UsageError(`看不懂 ${stray}。选 case 要写成：npm run compare -- ${name} --case ${stray}`);
  // Before anything is installed: it may have to say first what it lacks.
  if (live) return (await import("./live/live.ts")).liveCommand(positionals, terminal, root);
  const chapter = name === undefined ? undefined : await loadChapter(root, chapterNamed(root, name).folder);

  const wanted = fuzz ? fuzzArguments(values.runs, values.seed) : undefined;

  const modules = await ensurePi();
  // Loaded only now: what follows needs the packages that were just made sure of.
  const [{ openCourse }, actions] = await Promise.all([import("./course.ts"), import("./actions.ts")]);
  const course = await openCourse(root, modules);
  if (wanted) return (await import("./fuzz/command.ts")).fuzzCommand(course, wanted, terminal);
  if (chapter) return actions.showColumns(course, chapter, values.case, terminal);
  if (check) return actions.check(course, positionals, terminal);
  if (fix) return actions.fix(course, positionals, terminal);
  if (pi !== undefined) return actions.showOtherPi(course, pi, terminal);
  return actions.showCurve(course, terminal);
};

await runWhenMain(import.meta.url, compareCommand);
