import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "../shared/terminal.ts";
import { findChapters, type ChapterFolder } from "./chapters.ts";
import { readArguments, runWhenMain, UsageError, type Command } from "./command.ts";
import { describeSaves } from "./practice/bench.ts";

const USAGE = `用法：
  npm run bench                先量启动，再量练习，最后量循环
  npm run bench -- start       每一章从启动到结束的时间，和 node --import tsx 运行一个空文件相比；
                               s09 起，空文件也载入这一章所用的 typebox
  npm run bench -- loop        s15 的循环和 Pi 的循环，轮流运行：一轮、一个事件、一次调用各花多少，怎样增长
  npm run bench -- practice    一道练习从保存到看见判语的时间

  --runs N         每一章启动几次，每个循环量几轮，练习保存几次，都取中位数，默认 15
  --picture FILE   把循环的增长画成一张 SVG
  --help, -h       显示这段说明`;

const OPTIONS = { runs: { type: "string", default: "15" }, picture: { type: "string" } } as const;

/** At most this many times the start of an empty file, as the blueprint of the course wants it. */
const TARGET = 1.25;

/** From this chapter on, validation is what a chapter is about: the library that it stands on is not its own doing. */
const WITH_LIBRARY = "s09";

/** What is timed: a chapter, or an empty file for chapters to be compared with (`base` is then its own name). */
type Program = { name: string; file: string; base: string };

/** One program: milliseconds, and how many times those of its base they are. */
type Row = Program & { time: number; ratio: number };

/**
 * `npm run bench`: prints how long each chapter's whole process takes, and what the last one's loop costs beside Pi's.
 * Judges nothing; returns 0, or 2 when Pi is not there. Throws a UsageError for bad arguments.
 */
export const benchCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
  const [what, ...rest] = positionals;
  if (rest.length > 0 || ![undefined, "start", "practice", "loop"].includes(what)) throw new UsageError(USAGE);
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError(`--runs 要写 1 以上的整数，不是 ${values.runs}。`);
  if ((what === "start" || what === "practice") && values.picture !== undefined)
    throw new UsageError(`--picture 画的是循环，不能和 ${what} 一起用。`);

  if (what === "practice") terminal.write(await describeSaves(root, runs));
  if (what === "practice") return 0;
  if (what !== "loop") terminal.write(measureStart(root, runs));
  const saves = what === undefined ? await describeSaves(root, runs) : "";
  if (saves !== "") terminal.write(`\n${saves}`);
  if (what === undefined) terminal.write("\n");
  return what === "start" ? 0 : measureLoop(root, runs, values.picture, terminal);
};

/** Times every chapter in `root`; returns the table. */
function measureStart(root: string, runs: number): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    // An empty file finds packages as a chapter does.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    return describe(measure(root, programsIn(root, folder), runs), runs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The chapters, each behind the empty file that it is compared with; that one is written into `folder`. */
function programsIn(root: string, folder: string): Program[] {
  const programs: Program[] = [];
  for (const chapter of findChapters(root)) {
    const library = chapter.id < WITH_LIBRARY ? [] : libraryOf(root, chapter);
    const base = library.length === 0 ? "空文件" : `空文件，载入 ${library.join("、")}`;
    if (!programs.some(({ name }) => name === base)) {
      const file = join(folder, `empty-${programs.length}.mts`);
      writeFileSync(file, library.map((entry) => `import "${entry}";\n`).join(""));
      programs.push({ name: base, file, base });
    }
    programs.push({ name: chapter.id, file: join(root, chapter.folder, "main.ts"), base });
  }
  return programs;
}

/** The entry points of the schema library that a chapter loads; types alone load nothing. */
function libraryOf(root: string, { folder }: ChapterFolder): string[] {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const entries = files.flatMap((file) => {
    const text = readFileSync(join(root, folder, file), "utf8");
    return Array.from(
      text.matchAll(/^import (?!type )[^;]*? from "(typebox(?:\/\w+)?)";/gm),
      ([, entry = ""]) => entry,
    );
  });
  return [...new Set(entries)].toSorted();
}

/** All programs take turns, and a ratio is one of the same round: a busy moment of the machine hits both sides alike. */
function measure(root: string, programs: Program[], runs: number): Row[] {
  for (const { file } of programs) run(root, file);
  const rounds = Array.from({ length: runs }, () => new Map(programs.map(({ name, file }) => [name, run(root, file)])));
  return programs.map((program) => {
    const times = (name: string) => rounds.map((round) => round.get(name) ?? Number.NaN);
    const bases = times(program.base);
    const ratios = times(program.name).map((time, index) => time / (bases[index] ?? Number.NaN));
    return { ...program, time: median(times(program.name)), ratio: median(ratios) };
  });
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
  const lines = rows.map(({ name, base, time, ratio }) => {
    const figures = `${time.toFixed(0).padStart(5)} ms   ${ratio.toFixed(2)}`;
    if (name === base) return name === "空文件" ? `${name}${figures}` : `\n${name}\n${" ".repeat(6)}${figures}`;
    return `${name.padEnd(6)}${figures}   ${TARGET}${ratio > TARGET ? "   超过" : ""}`;
  });
  return `Node ${process.version}，${availableParallelism()} 核，${process.platform} ${process.arch}；每个运行 ${runs} 次，取中位数

章节      时间   比值   目标
${lines.join("\n")}
`;
}

/** In a process of its own: it needs Pi, and V8 is told to clear up memory on the thread that is measured. */
async function measureLoop(root: string, runs: number, picture: string | undefined, terminal: Terminal) {
  const file = join(root, "compare/bench/main.ts");
  if (!existsSync(file)) throw new UsageError("这里没有 compare/bench，量不了循环。只量启动：npm run bench -- start");
  const args = ["--rounds", String(Math.max(runs, 3)), ...(picture === undefined ? [] : ["--picture", picture])];
  const child = spawn(process.execPath, ["--single-threaded-gc", "--import", "tsx", file, ...args], { cwd: root });
  child.stdout.setEncoding("utf8").on("data", (text: string) => terminal.write(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => terminal.writeError(text));
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

await runWhenMain(import.meta.url, benchCommand);
