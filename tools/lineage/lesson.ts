import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMechanism, readTests, type Sources } from "../chapter-files.ts";
import { findChapters, type ChapterFolder } from "../chapters.ts";
import { hasDrifted } from "./drift.ts";
import { KIND_WORDS, stepBetween, type FileStep } from "./step.ts";
import { findTable, renderTable, type Row, type WrittenRow, type WrittenTable } from "./table.ts";

/** A chapter's files beside those of the chapter before, and what its README says about the step. */
export type Lesson = {
  root: string;
  chapter: ChapterFolder;
  previous: ChapterFolder | undefined;
  before: Side;
  after: Side;
  steps: FileStep[];
  readme: string;
  markdown: string | undefined;
  table: WrittenTable | undefined;
};

type Side = { folder: string; mechanism: Sources; tests: Sources };

/** One file of a step with the row that the README has for it. */
export type Pair = { step: FileStep; written: WrittenRow | undefined; drifted: boolean };

/** All chapters of a course, each with its step. Throws a SyntaxError when a changed file does not parse. */
export function readLessons(root: string): Lesson[] {
  const chapters = findChapters(root);
  return chapters.map((chapter, index) => readLesson(root, chapter, chapters[index - 1]));
}

/** Each file of the step with its row, if the table has one. */
export function pairs({ table, steps, previous }: Lesson): Pair[] {
  return steps.map((step) => {
    const written = table?.rows.find((row) => row.file === step.file);
    return { step, written, drifted: previous !== undefined && written !== undefined && hasDrifted(written, step) };
  });
}

/** The rows of which a rewritten table would lose something hand-written, each with the reason. */
export function fragileRows(lesson: Lesson): { row: WrittenRow; reason: string }[] {
  const taken = new Set(pairs(lesson).map(({ written }) => written));
  return (lesson.table?.rows ?? []).flatMap((row) => {
    const reason = fragility(lesson, row, taken.has(row));
    return reason === undefined ? [] : [{ row, reason }];
  });
}

function fragility({ chapter, previous, steps }: Lesson, row: WrittenRow, taken: boolean): string | undefined {
  if (row.cells !== 4) return `有 ${row.cells} 格，应当是 4 格（单元格里的竖线写成 \\|）`;
  if (row.kind === undefined) return `的第二列看不懂，只能是 ${Object.values(KIND_WORDS).join("、")}`;
  if (taken || row.note === "") return undefined;
  if (steps.some(({ file }) => file === row.file)) return "写了两次，只能留一行";
  const both = [previous?.id, chapter.id].filter((id) => id !== undefined).join(" 和 ");
  return `说的文件 ${both} 里都没有；改名了就把说明挪到新的那一行，不要了就删掉这一行`;
}

/** How a maintainer names a file of the step on the command line: `s05/tools.ts`. */
export function shortName({ chapter }: Lesson, { file }: FileStep): string {
  return `${chapter.id}/${file}`;
}

/**
 * The table as it should stand. A row that has drifted stays as it was written, unless `accepted` names its file:
 * otherwise an edit that went astray would become part of the lesson unseen.
 */
export function wantedTable(lesson: Lesson, accepted: ReadonlySet<string>): string {
  const rows = pairs(lesson).map(({ step, written, drifted }): Row => {
    const kept = drifted && !accepted.has(shortName(lesson, step)) ? written : undefined;
    return { ...step, ...(kept?.kind && { kind: kept.kind, names: kept.names }), note: written?.note ?? "" };
  });
  const table = renderTable(lesson.previous?.id, rows);
  const { start, end } = lesson.table ?? { start: 0, end: 0 };
  return lesson.markdown?.slice(start, end).includes("\r\n") ? table.replaceAll("\n", "\r\n") : table;
}

function readLesson(root: string, chapter: ChapterFolder, previous: ChapterFolder | undefined): Lesson {
  const before = previous ? readSide(root, previous) : { folder: "", mechanism: new Map(), tests: new Map() };
  const after = readSide(root, chapter);
  const readme = `${chapter.folder}/README.md`;
  const markdown = existsSync(join(root, readme)) ? readFileSync(join(root, readme), "utf8") : undefined;
  return {
    root,
    chapter,
    previous,
    before,
    after,
    steps: stepBetween(before, after),
    readme,
    markdown,
    table: markdown === undefined ? undefined : findTable(markdown),
  };
}

function readSide(root: string, { folder }: ChapterFolder): Side {
  return { folder, mechanism: readMechanism(root, folder), tests: readTests(root, folder) };
}
