import type { Nodes, TableCell } from "mdast";
import { parseDocument, placeOf, plainText, type Document } from "../docs/documents.ts";
import { byKind, KIND_WORDS, type FileStep, type Kind, type NameChange } from "./step.ts";

/** The heading of a chapter's README under which the table stands. */
export const HEADING = "接入主线";

const KINDS = Object.keys(KIND_WORDS) as Kind[];

/** Stands between the files of a row that is about several. */
const BETWEEN_FILES = "，";

/** One row of the table; `note` is the hand-written fourth column. */
export type Row = FileStep & { note: string };

/** A row as it stands in a README; one with an unreadable second column has no `kind`. */
export type WrittenRow = Omit<Row, "kind"> & { kind: Kind | undefined; line: number; cells: number };

export type WrittenTable = {
  rows: WrittenRow[];
  line: number;
  /** Where it begins and ends in the README. */
  start: number;
  end: number;
};

/** The first table under the heading, if it is a step table: its first column is headed 文件. */
export function findTable(markdown: string): WrittenTable | undefined {
  const document = parseDocument("README.md", markdown);
  const { children } = document.tree;
  const heading = children.findIndex((node) => isHeading(node) && plainText(node) === HEADING);
  if (heading === -1) return undefined;
  const section = children.slice(heading + 1);
  const end = section.findIndex(isHeading);
  const table = section.slice(0, end === -1 ? undefined : end).find((node) => node.type === "table");
  const [head, ...body] = table?.children ?? [];
  if (!table || !head?.children[0] || plainText(head.children[0]) !== "文件") return undefined;

  const rows = body.flatMap((row) => {
    const [files = "", ...others] = row.children.map((cell) => rawCell(document, cell));
    const place = { line: placeOf(row).line, cells: row.children.length };
    return files.split(BETWEEN_FILES).map((file) => ({ ...readRow([file, ...others]), ...place }));
  });
  return { rows, ...placeOf(table) };
}

function isHeading(node: Nodes): boolean {
  return node.type === "heading" && node.depth <= 2;
}

/** What stands in a cell, Markdown and all. */
function rawCell(document: Document, { children }: TableCell): string {
  const [first, last] = [children[0], children.at(-1)];
  return first && last ? document.text.slice(placeOf(first).start, placeOf(last).end) : "";
}

/** The table as it should stand. `previous` is the id of the chapter before. */
export function renderTable(previous: string | undefined, rows: Row[]): string {
  const sorted = rows.toSorted(byKind);
  const silent = sorted.filter(saysNothing);
  const told = sorted.filter((row) => !saysNothing(row)).map(renderRow);
  return [tableHead(previous), ...told, ...(silent.length > 0 ? [renderSilent(silent)] : [])].join("\n");
}

/** The first two lines, from which the fix fills in the rest. */
export function tableHead(previous: string | undefined): string {
  return `| 文件 | 与${previous ? ` ${previous} ` : "之前"}相比 | 名字 | 说明 |\n| --- | --- | --- | --- |`;
}

/** The first three columns of a row, by which two rows are compared. */
export function generatedPart({ file, kind, names }: FileStep): string {
  const listed = names.map(({ mark, name, internal }) => `${mark} \`${name}\`${internal ? "（内部）" : ""}`);
  return `| \`${file}\` | ${KIND_WORDS[kind]} | ${listed.join("，")} |`;
}

/** A file that is as it was, and nothing is said about it. */
function saysNothing({ kind, note }: Row): boolean {
  return kind === "same" && note === "";
}

/** Files about which nothing is said share the last row: one row each would bury the others. */
function renderSilent(rows: Row[]): string {
  const files = rows.map(({ file }) => `\`${file}\``).join(BETWEEN_FILES);
  return `| ${files} | ${KIND_WORDS.same} |  |  |`;
}

function renderRow(row: Row): string {
  return `${generatedPart(row)} ${row.note} |`;
}

function readRow([file = "", kind = "", names = "", note = ""]: string[]) {
  return {
    file: /[\w.-]+\.ts/.exec(file)?.[0] ?? file,
    kind: KINDS.find((one) => KIND_WORDS[one] === kind),
    names: [...names.matchAll(/([+~-]) `([^`]+)`(（内部）)?/g)].map(
      ([, mark, name, internal]) => ({ mark, name, internal: internal !== undefined }) as NameChange,
    ),
    note,
  };
}
