import { diffArrays } from "diff";
import { fieldDifferences, type FieldDifference } from "./fields.ts";
import type { Line } from "../play/line.ts";
import { movesBetween, type Among } from "./moves.ts";

/** One way in which a chapter's trace is not Pi's, and the line it was seen at. */
export type Difference = { line: Line } & (
  | { kind: "only-pi" }
  | { kind: "only-chapter" }
  | FieldDifference
  /** The line comes earlier or later; `among` says what it changed places with. */
  | { kind: "order"; among: Among }
);

/** A row of the two columns: lines with the same key side by side, or one alone; `moved` when its like stands elsewhere. */
export type Pair = { chapter?: Line; pi?: Line; moved: boolean; differences: Difference[] };

/** Lays two traces side by side and names every difference between them. */
export function align(chapter: readonly Line[], pi: readonly Line[]): Pair[] {
  const left = numbered(chapter);
  const right = numbered(pi);
  const moves = movesBetween(left, right);
  const between = (id: string): Difference[] => {
    const [ours, theirs] = [left.get(id), right.get(id)];
    if (!ours) return theirs ? [{ kind: "only-pi", line: theirs }] : [];
    if (!theirs) return [{ kind: "only-chapter", line: ours }];
    const moved = [...(moves.get(id) ?? [])].map((among): Difference => ({ kind: "order", among, line: ours }));
    return [...moved, ...fieldDifferences(ours.data, theirs.data).map((field) => ({ ...field, line: ours }))];
  };
  return diffArrays([...left.keys()], [...right.keys()]).flatMap(({ value, added, removed }) =>
    value.map((id): Pair => {
      const [ours, theirs] = [left.get(id), right.get(id)];
      // A line that moved stands alone on each side; its differences are told once, on the chapter's.
      const moved = Boolean((removed || added) && ours && theirs);
      if (removed) return { ...(ours && { chapter: ours }), moved, differences: between(id) };
      if (added) return { ...(theirs && { pi: theirs }), moved, differences: ours ? [] : between(id) };
      return { ...(ours && { chapter: ours }), ...(theirs && { pi: theirs }), moved, differences: between(id) };
    }),
  );
}

export function differencesOf(pairs: readonly Pair[]): Difference[] {
  return pairs.flatMap((pair) => pair.differences);
}

/** Lines by key and by the how-many-eth with that key. */
function numbered(lines: readonly Line[]): Map<string, Line> {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const count = (seen.get(line.key) ?? 0) + 1;
      seen.set(line.key, count);
      return [`${line.key} #${count}`, line];
    }),
  );
}
