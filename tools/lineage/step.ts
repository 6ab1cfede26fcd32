import type { Sources } from "../chapter-files.ts";
import { declarationsOf, type Declaration } from "../declarations.ts";

/** How a file stands to the chapter before. */
export type Kind = "added" | "changed" | "removed" | "same";

/** The kinds as a reader sees them, in the order in which they are listed. */
export const KIND_WORDS: Record<Kind, string> = { added: "新增", changed: "改动", removed: "移除", same: "不变" };

/** A declaration that is new (`+`), changed (`~`) or gone (`-`). */
export type NameChange = { mark: "+" | "~" | "-"; name: string; internal: boolean };

/** A file and how it stands to the chapter before. */
export type FileKind = { file: string; kind: Kind };

/** One mechanism file in the step from one chapter to the next. */
export type FileStep = FileKind & { names: NameChange[] };

/** The mechanism of the chapter in `folder`. */
type Mechanism = { folder: string; mechanism: Sources };

/** Compares the files of two chapters to the byte. In the order of `byKind`. */
export function kindsBetween(before: Sources, after: Sources): FileKind[] {
  const files = [...new Set([...before.keys(), ...after.keys()])];
  return files.map((file) => ({ file, kind: kindOf(before.get(file), after.get(file)) })).toSorted(byKind);
}

/** The same, with the declarations in which files differ. Throws a SyntaxError when such a file does not parse. */
export function stepBetween(before: Mechanism, after: Mechanism): FileStep[] {
  const declarations = ({ folder, mechanism }: Mechanism, file: string) =>
    declarationsOf(`${folder}/${file}`, mechanism.get(file) ?? "");
  return kindsBetween(before.mechanism, after.mechanism).map(({ file, kind }) => {
    const names = kind === "same" ? [] : nameChanges(declarations(before, file), declarations(after, file));
    return { file, kind, names };
  });
}

/** Orders the files of a step: what is new first, what stayed last, by name within a kind. */
export function byKind(a: FileKind, b: FileKind): number {
  const kinds = Object.keys(KIND_WORDS);
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.file < b.file ? -1 : 1);
}

/** The first line in which two texts differ, counted from 1. */
export function firstDifference(before: string, after: string): number {
  const lines = after.split("\n");
  const others = before.split("\n");
  const index = lines.findIndex((line, at) => line !== others[at]);
  return (index === -1 ? lines.length : index) + 1;
}

function kindOf(before: string | undefined, after: string | undefined): Kind {
  if (before === after) return "same";
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
}

function nameChanges(before: Declaration[], after: Declaration[]): NameChange[] {
  const earlier = new Map(before.map((one) => [one.name, one]));
  const later = new Set(after.map((one) => one.name));
  return [
    ...after.filter((one) => !earlier.has(one.name)).map((one) => marked("+", one)),
    ...after.filter((one) => differs(one, earlier.get(one.name))).map((one) => marked("~", one)),
    ...before.filter((one) => !later.has(one.name)).map((one) => marked("-", one)),
  ];
}

function differs(after: Declaration, before: Declaration | undefined): boolean {
  return before !== undefined && (after.documented !== before.documented || after.exported !== before.exported);
}

function marked(mark: NameChange["mark"], { name, exported }: Declaration): NameChange {
  return { mark, name, internal: !exported };
}
