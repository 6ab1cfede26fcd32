import { UsageError } from "../../tools/command.ts";

/** How many plays there are when nobody says. */
export const RUNS = 1000;
const NUMBERS = 2 ** 31;

export type FuzzArguments = { runs: number; seed: number };

/** Reads the options of `--fuzz`; without a seed it takes a fresh one. Throws a UsageError for what is no number. */
export function fuzzArguments(runs: string | undefined, seed: string | undefined): FuzzArguments {
  return {
    runs: runs === undefined ? RUNS : wholeNumber("--runs", runs, 1),
    seed: seed === undefined ? Math.floor(Math.random() * NUMBERS) : wholeNumber("--seed", seed, 0),
  };
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number < NUMBERS) return number;
  throw new UsageError(
    `${option} 要一个 ${least} 到 ${NUMBERS - 1} 的整数，例如 ${option} ${option === "--runs" ? RUNS : 42}；给的是 ${text}`,
  );
}
