import { docstringReferences } from "./docstrings.ts";
import { piLinks } from "./pi-links.ts";
import { repositoryOf, type PiFile, type PiSource } from "./pi-source.ts";
import { fileNamed, nearSymbols, symbolNamed, symbolsNamed, type PiSymbol } from "./pi-symbols.ts";
import { pagesOf } from "./references.ts";

/** Where the course refers to a place in Pi. */
type Use = { file: string; line: number };

/** What became of a place in Pi. Lines are those of the declaration. */
type Change =
  | { change: "same" | "moved" | "reworded" | "changed"; from: number; to: number }
  /** `elsewhere`: where the name stands now, or names like it. */
  | { change: "vanished"; from: number; elsewhere: string[] };

/** What became of one place that the course refers to. */
export type Move = Change & { reference: string; uses: Use[] };

/**
 * What became of the references of the course, in pages and in comments, from one version of Pi to another: in the order
 * of their files in Pi. A reference that is wrong already in `from` is left to the reference check.
 */
export async function movedReferences(root: string, from: PiSource, to: PiSource): Promise<Move[]> {
  const moves: Move[] = [];
  for (const [reference, { symbol, uses }] of usedSymbols(root, from)) {
    moves.push({ reference, uses, ...(await changeOf(symbol, to)) });
  }
  return moves.toSorted((a, b) => a.reference.localeCompare(b.reference));
}

function usedSymbols(root: string, source: PiSource): Map<string, { symbol: PiSymbol; uses: Use[] }> {
  const inPages = pagesOf(root).flatMap((page) =>
    piLinks(page, repositoryOf(source)).flatMap(({ names, line }) =>
      names?.name === undefined ? [] : [{ piFile: names.file, name: names.name, at: { file: page.file, line } }],
    ),
  );
  const used = new Map<string, { symbol: PiSymbol; uses: Use[] }>();
  for (const { piFile, name, at } of [...inPages, ...docstringReferences(root)]) {
    const file = fileNamed(source, piFile);
    const symbol = file && symbolNamed(file, name);
    if (!symbol) continue;
    const reference = `${symbol.file.name}#${name}`;
    const known = used.get(reference) ?? { symbol, uses: [] };
    known.uses.push(at);
    used.set(reference, known);
  }
  return used;
}

async function changeOf(before: PiSymbol, target: PiSource): Promise<Change> {
  const from = before.parts[0].line;
  const file = fileNamed(target, before.file.name);
  const after = file && symbolNamed(file, before.name);
  if (!after) return { change: "vanished", from, elsewhere: await elsewhere(before.name, file, target) };
  const to = after.parts[0].line;
  if (codeOf(before) !== codeOf(after)) return { change: "changed", from, to };
  if (commentOf(before) !== commentOf(after)) return { change: "reworded", from, to };
  return { change: from === to ? "same" : "moved", from, to };
}

async function elsewhere(name: string, file: PiFile | undefined, to: PiSource): Promise<string[]> {
  const exact = symbolsNamed(to, name);
  const near = exact.length > 0 ? exact : await nearSymbols(file ? [file] : to.files, name);
  return near.slice(0, 4).map((symbol) => `${symbol.file.name}#${symbol.name}`);
}

function codeOf({ parts }: PiSymbol): string {
  return parts.map(({ text }) => text).join("\n");
}

function commentOf({ file, parts }: PiSymbol): string {
  return parts.flatMap(({ firstLine, line }) => file.lines(firstLine, line - 1)).join("\n");
}
