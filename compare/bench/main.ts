import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readArguments, runWhenMain, UsageError, type Command } from "../../tools/command.ts";
import { PINNED_VERSION, reasonFor } from "../install/install-messages.ts";
import { COMPARE_FOLDER } from "../install/install.ts";
import { findFlaw } from "../install/installed.ts";

const USAGE = `用法：npm run bench -- loop [--runs 15] [--picture FILE.svg]

量 s15 的循环和 Pi 的循环，同一个进程里轮流跑。

  --rounds N       每个大小量几轮，取中位数，默认 15；一轮是 s15、Pi、Pi、s15
  --picture FILE   另外画成一张图`;

const OPTIONS = { rounds: { type: "string", default: "15" }, picture: { type: "string" } } as const;

/** What the picture shows; the table has all. */
const PICTURED = ["turns", "events", "parallel", "sequential"];

/** Measures s15's loop beside Pi's, and judges nothing. Throws a UsageError for bad arguments, and without Pi. */
const benchLoopCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
  const rounds = Number(values.rounds);
  if (positionals.length > 0) throw new UsageError(USAGE);
  if (!Number.isInteger(rounds) || rounds < 3)
    throw new UsageError(`--rounds 要写 3 以上的整数，不是 ${values.rounds}。`);
  requirePi(COMPARE_FOLDER);
  // Loaded only now: they need Pi's packages.
  const [{ measureWorkload }, { describeWorkloads }, { WORKLOADS }] = await Promise.all([
    import("./measure.ts"),
    import("./table.ts"),
    import("./workloads.ts"),
  ]);
  const loops = await load(root);
  const how = `${new Date().toISOString().slice(0, 10)}，Node ${process.version}，${process.platform} ${process.arch}，${availableParallelism()} 核；Pi ${PINNED_VERSION}；处理器时间，${rounds} 轮的中位数`;
  terminal.write(`${how}\n\n`);
  const measured = [];
  for (const workload of WORKLOADS) {
    const one = await measureWorkload(loops, workload, { rounds, block: 20_000, budget: 6_000_000 });
    terminal.write(`${describeWorkloads([one])}\n`);
    measured.push(one);
  }
  if (values.picture === undefined) return 0;
  const { growthPicture } = await import("./picture.ts");
  const pictured = measured.filter(({ workload }) => PICTURED.includes(workload.id));
  writeFileSync(resolve(root, values.picture), growthPicture(pictured, how));
  return 0;
};

/** Throws a UsageError that says how to install Pi when it is not whole. */
export function requirePi(folder: string): void {
  const flaw = findFlaw(folder);
  if (flaw) throw new UsageError(`${reasonFor(flaw)}量循环要有 Pi，先安装：npm run compare -- --curve`);
}

async function load(root: string) {
  const { CHAPTER, loadLoops } = await import("./loops.ts");
  const { compileChapter } = await import("./compile.ts");
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    return await loadLoops(compileChapter(root, CHAPTER, folder), join(COMPARE_FOLDER, "node_modules"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runWhenMain(import.meta.url, benchLoopCommand);
