import type { Loop, Loops, Side } from "./loops.ts";
import type { Workload } from "./workloads.ts";

/** One workload of one size: microseconds of processor time for one run, and s15's share of Pi's. */
export type Measured = {
  size: number;
  /** Medians of all rounds. */
  cost: Record<Side, number>;
  /** The median of the rounds' ratios, and the middle half of them. */
  ratio: { low: number; median: number; high: number };
};

/** A workload with what was measured; `growth` is the exponent of its cost over its size: 1 when it is linear. */
export type MeasuredWorkload = { workload: Workload; rows: Measured[]; growth: Record<Side, number> };

/** How thoroughly to measure. */
export type Effort = {
  /** Rounds for each size; fewer, but never less than three, when they take too long. */
  rounds: number;
  /** Microseconds of processor time that one block of runs fills. */
  block: number;
  /** Microseconds that one size may take. */
  budget: number;
};

type Work = (loop: Loop) => Promise<unknown>;

/** Measures one workload in all its sizes, both loops in turn. */
export async function measureWorkload(loops: Loops, workload: Workload, effort: Effort): Promise<MeasuredWorkload> {
  const rows: Measured[] = [];
  for (const size of workload.sizes) rows.push({ size, ...(await measureWork(loops, workload.prepare(size), effort)) });
  const growth = (side: Side) => growthOf(rows.map((row) => [row.size, row.cost[side]]));
  return { workload, rows, growth: { s15: growth("s15"), Pi: growth("Pi") } };
}

/**
 * Each round is s15, Pi, Pi, s15, and gives one ratio: what slows the machine down, or the process as it goes on, hits
 * both alike.
 */
async function measureWork(loops: Loops, work: Work, { rounds, block, budget }: Effort) {
  const times = await warmUp(loops, work, block);
  const taken: Record<Side, number>[] = [];
  const start = process.cpuUsage();
  while (taken.length < rounds && (taken.length < 3 || since(start) < budget)) {
    const first = await timeOf(loops.s15, work, times);
    const Pi = (await timeOf(loops.Pi, work, times)) + (await timeOf(loops.Pi, work, times));
    const s15 = first + (await timeOf(loops.s15, work, times));
    taken.push({ s15: s15 / (2 * times), Pi: Pi / (2 * times) });
  }
  const ratios = taken.map(({ s15, Pi }) => s15 / Pi);
  const middle = (side: Side) =>
    quantile(
      taken.map((one) => one[side]),
      0.5,
    );
  return {
    cost: { s15: middle("s15"), Pi: middle("Pi") },
    ratio: { low: quantile(ratios, 0.25), median: quantile(ratios, 0.5), high: quantile(ratios, 0.75) },
  };
}

/** Runs both until the compiler has seen enough of them; returns how many runs fill a block. */
async function warmUp({ s15, Pi }: Loops, work: Work, block: number): Promise<number> {
  let times = 1;
  while ((await timeOf(s15, work, times)) < block) {
    await timeOf(Pi, work, times);
    times *= 2;
  }
  for (let round = 0; round < 4; round++) {
    for (const loop of [Pi, s15]) await timeOf(loop, work, times);
  }
  return times;
}

/**
 * Microseconds of processor time for `times` runs. Not those of the clock on the wall: another process may have the
 * processor for a while. Nor is memory cleaned up first: a forced full collection makes V8 forget what it had compiled,
 * and what follows is the cost of compiling it again.
 */
async function timeOf(loop: Loop, work: Work, times: number): Promise<number> {
  const start = process.cpuUsage();
  for (let run = 0; run < times; run++) await work(loop);
  return since(start);
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** The value below which this part of `values` lies; NaN when there are none. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(part * sorted.length), sorted.length - 1)] ?? Number.NaN;
}

/** The slope of cost over size, both as logarithms: the exponent of the growth. */
export function growthOf(points: (readonly [size: number, cost: number])[]): number {
  const sizes = points.map(([size]) => Math.log(size));
  const costs = points.map(([, cost]) => Math.log(cost));
  const [x, y] = [mean(sizes), mean(costs)];
  const together = sum(sizes.map((size, index) => (size - x) * ((costs[index] ?? Number.NaN) - y)));
  return together / sum(sizes.map((size) => (size - x) ** 2));
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
