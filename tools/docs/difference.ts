import { diffChars, structuredPatch } from "diff";

/** At most this many lines of a difference are shown; the rest is for the reader's own diff. */
const SHOWN_LINES = 6;

export type Difference = {
  /** Line of `written` at which the two part; 0 is the first. */
  line: number;
  /** The first differing lines, `- ` as written, `+ ` as it should be. */
  shown: string;
};

/** Where `written` first differs from `actual`; undefined when it does not. */
export function firstDifference(written: string, actual: string): Difference | undefined {
  if (written === actual) return undefined;
  const [hunk] = structuredPatch("", "", `${written}\n`, `${actual}\n`, "", "", { context: 0 }).hunks;
  if (!hunk) return undefined;
  const lines = hunk.lines.slice(0, SHOWN_LINES).map((line) => `    ${line.charAt(0)} ${line.slice(1)}`);
  if (hunk.lines.length > SHOWN_LINES) lines.push("    ……");
  return { line: hunk.oldStart - 1, shown: lines.join("\n") };
}

/** Is `part` some lines of `whole`, without a gap? */
export function isExcerpt(part: string, whole: string): boolean {
  return `\n${whole}\n`.includes(`\n${part}\n`);
}

/**
 * The lines of `whole` that `part` is most like: without a gap, as many as `part` has.
 * Undefined when nothing is like it, or two different places are equally so.
 */
export function closestExcerpt(part: string, whole: string): string | undefined {
  const wanted = part.split("\n");
  const lines = whole.split("\n");
  const places = lines.slice(wanted.length - 1).map((_, at) => lines.slice(at, at + wanted.length));
  // Equal lines are counted first: comparing every place by its characters would take seconds.
  const equalLines = (place: string[]) => place.filter((line, at) => line === wanted[at]).length;
  const most = Math.max(...places.map(equalLines));
  const texts = new Set(places.filter((place) => equalLines(place) === most).map((place) => place.join("\n")));

  const rated = [...texts].map((text) => ({ text, likeness: likeness(part, text) }));
  const [best, second] = rated.toSorted((a, b) => b.likeness - a.likeness);
  if (!best || best.likeness < 0.5 || best.likeness === second?.likeness) return undefined;
  return best.text;
}

/** 1 for equal texts, 0 for texts without a character in common. */
function likeness(a: string, b: string): number {
  const common = diffChars(a, b)
    .filter((change) => !change.added && !change.removed)
    .reduce((sum, change) => sum + change.value.length, 0);
  return (2 * common) / Math.max(1, a.length + b.length);
}
