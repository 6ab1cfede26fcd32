import { diff3Merge } from "node-diff3";

/** A place that both sides changed, each in its own way. Lines are counted in the text that receives the change. */
export type Conflict = { firstLine: number; lastLine: number; own: string[]; incoming: string[] };

/** Brings the change from `base` to `incoming` into `own`, line by line; where both changed the same lines, nothing is merged. */
export function mergeChange(own: string, base: string, incoming: string): { text: string } | { conflicts: Conflict[] } {
  const regions = diff3Merge(own.split("\n"), base.split("\n"), incoming.split("\n"));
  const conflicts = regions.flatMap(({ conflict }) => conflict ?? []);
  if (conflicts.length === 0) return { text: regions.flatMap(({ ok }) => ok ?? []).join("\n") };
  return {
    conflicts: conflicts.map(({ a, aIndex, b }) => ({
      firstLine: aIndex + 1,
      lastLine: aIndex + Math.max(a.length, 1),
      own: a,
      incoming: b,
    })),
  };
}
