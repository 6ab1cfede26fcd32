import { join } from "node:path";
import type { Terminal } from "../../shared/terminal.ts";
import type { PiModules } from "../play/pi-player.ts";
import { RUNS, type FuzzArguments } from "./arguments.ts";
import { CoverageCounter, type LoopCoverage } from "./coverage.ts";
import { fuzz, type Counterexample } from "./fuzz.ts";
import { DROP_IN, loadLoop } from "./load.ts";

const COVERED_AT_LEAST = 0.95;

/**
 * `--fuzz`: plays generated plans on Pi's loop and on the chapter's, and compares everything that can be seen of them.
 * Returns 1 when a plan tells them apart, or when enough plays did not reach enough of Pi's loop.
 */
export async function fuzzCommand(
  { root, pi, modules }: { root: string; pi: PiModules; modules: string },
  { runs, seed }: FuzzArguments,
  terminal: Terminal,
): Promise<number> {
  terminal.write(
    `随机比较 ${runs} 次，种子 ${seed}（重来一遍：npm run compare -- --fuzz --runs ${runs} --seed ${seed}）\n`,
  );
  const ours = await loadLoop(join(root, DROP_IN));
  const counter = await CoverageCounter.start(modules);
  const onRun = (run: number) => {
    if (run % Math.ceil(runs / 10) === 0 && run < runs) terminal.write(`  ${run} 次\n`);
  };
  const found = await fuzz(pi, ours, { runs, seed, onRun });
  const coverage = await counter.stop();
  if (found) {
    terminal.write(describeCounterexample(found));
    return 1;
  }
  terminal.write(`${runs} 次都没有差别。\n${describeCoverage(coverage)}`);
  const suffices = coverage.taken / coverage.all >= COVERED_AT_LEAST;
  // Fewer plays need not reach every branch.
  if (suffices || runs < RUNS) return 0;
  terminal.write(`分支覆盖低于 ${COVERED_AT_LEAST * 100}%：让 compare/fuzz/arbitraries.ts 走到上面没走到的分支。\n`);
  return 1;
}

function describeCounterexample({ plan, parting, seed, path, run }: Counterexample): string {
  return [
    `第 ${run} 次有差别，种子 ${seed}，路径 ${path}。缩小以后的剧情：`,
    ...Object.entries(plan).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    `第 ${parting.line + 1} 行开始不同：`,
    `  Pi   ${parting.pi ?? "（已经结束）"}`,
    `  本章 ${parting.ours ?? "（已经结束）"}`,
    "",
  ].join("\n");
}

/** How much of Pi's loop was reached, and what was not. */
export function describeCoverage({ taken, all, missed }: LoopCoverage): string {
  const percent = ((100 * taken) / all).toFixed(1);
  const lines = missed.map(({ line, what, code }) => `  agent-loop.ts:${line} ${what}：${code}\n`);
  const rest = lines.length > 0 ? `，没走到的：\n${lines.join("")}` : "。\n";
  return `Pi 的 agent-loop.js 走到了 ${taken}/${all} 个分支（${percent}%）${rest}`;
}
