import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findChapters } from "./chapters.ts";
import { readArguments, runWhenMain, UsageError, type Command } from "./command.ts";

const USAGE = `用法：npm run bench [-- --runs 15]

量每一章从启动到结束的时间，和 node --import tsx 运行一个空文件相比。

  --runs N     每个量几次，取中位数，默认 15
  --help, -h   显示这段说明`;

const OPTIONS = { runs: { type: "string", default: "15" } } as const;

/** At most this many times the start of an empty file, as the blueprint of the course wants it. */
const TARGET = 1.25;

/** One program: milliseconds, and how many times that of the empty file they are. */
type Row = { name: string; time: number; ratio: number };

/** `npm run bench`: prints how long each chapter's whole process takes. Judges nothing; throws a UsageError for bad arguments. */
export const benchCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
  if (positionals.length > 0) throw new UsageError(USAGE);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError(`--runs 要写 1 以上的整数，不是 ${values.runs}。`);

  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const empty = join(folder, "empty.mts");
    writeFileSync(empty, "");
    const chapters = findChapters(root).map(({ id, folder }) => ({ name: id, file: join(root, folder, "main.ts") }));
    terminal.write(describe(measure(root, [{ name: "空文件", file: empty }, ...chapters], runs), runs));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return 0;
};

/**
 * Times each program `runs` times, the first of `programs` being what the others are compared with. All take turns, and
 * a ratio is one of the same round: a busy moment of the machine hits both sides alike.
 */
function measure(root: string, programs: { name: string; file: string }[], runs: number): Row[] {
  for (const { file } of programs) run(root, file);
  const rounds = Array.from({ length: runs }, () => programs.map(({ file }) => run(root, file)));
  return programs.map(({ name }, index) => ({
    name,
    time: median(rounds.map((times) => times[index] ?? Number.NaN)),
    ratio: median(
      rounds.map(([base = Number.NaN, ...times]) => (index === 0 ? 1 : (times[index - 1] ?? Number.NaN) / base)),
    ),
  }));
}

function run(root: string, file: string): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", file], { cwd: root, encoding: "utf8" });
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`${file} 没有跑完（退出码 ${status}）：\n${stderr}`);
  return time;
}

/** The middle of `values`, the higher of two; NaN when there are none. */
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function describe(rows: Row[], runs: number): string {
  const lines = rows.map(({ name, time, ratio }, index) => {
    const figures = `${time.toFixed(0).padStart(5)} ms   ${ratio.toFixed(2)}`;
    const target = index === 0 ? "" : `   ${TARGET}${ratio > TARGET ? "   超过" : ""}`;
    // A Chinese character is two columns wide: 空文件 fills the six of `s01` and its gap.
    return `${index === 0 ? name : name.padEnd(6)}${figures}${target}`;
  });
  return `Node ${process.version}，${availableParallelism()} 核，${process.platform} ${process.arch}；每个运行 ${runs} 次，取中位数

章节      时间   比值   目标
${lines.join("\n")}
`;
}

await runWhenMain(import.meta.url, benchCommand);
