import { align, type Difference, type Pair } from "./differences.ts";
import { factsOf } from "./facts.ts";
import { claimants, type Row } from "../ledger.ts";
import type { Line } from "../play/line.ts";

/** A difference and the ledger rows that claim it: one, when the ledger is right. */
export type Explained = { difference: Difference; rows: Row[] };

/** A chapter's play held against Pi's. */
export type Comparison = {
  pairs: (Pair & { explained: Explained[] })[];
  /** The rows that explain something here, in the order in which they were needed. */
  rows: Row[];
  /** What no row claims, or more than one. */
  unexplained: Explained[];
};

export function compare(chapter: string, ours: readonly Line[], pis: readonly Line[]): Comparison {
  const facts = factsOf(ours, pis);
  const pairs = align(ours, pis).map((pair) => ({
    ...pair,
    explained: pair.differences.map((difference) => ({ difference, rows: claimants(difference, facts, chapter) })),
  }));
  const explained = pairs.flatMap((pair) => pair.explained);
  return {
    pairs,
    rows: [...new Set(explained.flatMap(({ rows }) => rows))],
    unexplained: explained.filter(({ rows }) => rows.length !== 1),
  };
}

/** A difference in words, for a maintainer who has to find its row. */
export function describeDifference({ difference, rows }: Explained): string {
  const { kind, line } = difference;
  const what = {
    "only-pi": () => "只有 Pi 有",
    "only-chapter": () => "只有这一章有",
    order: () => orderText(difference),
    field: () => fieldText(difference),
    shape: () => fieldText(difference),
    text: () => fieldText(difference),
  }[kind]();
  const claim =
    rows.length === 0 ? "台账里没有一行解释它" : `台账里有几行都说是自己的：${rows.map((row) => row.id).join("、")}`;
  return `${line.key}：${what}；${claim}`;
}

function orderText(difference: Difference): string {
  if (!("among" in difference)) return "";
  return difference.among === "its message" ? "和自己那条回复的先后不同" : "和别的调用的先后不同";
}

function fieldText(difference: Difference): string {
  if (!("path" in difference)) return "";
  const shown = (value: unknown) => (value === undefined ? "没有" : `是 ${JSON.stringify(value).slice(0, 80)}`);
  return `${difference.path} 这一章${shown(difference.chapter)}，Pi ${shown(difference.pi)}`;
}
