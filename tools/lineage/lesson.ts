import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMechanism, readTests, type Sources } from "../chapter-files.ts";
import { findChapters, type ChapterFolder } from "../chapters.ts";
import { hasDrifted } from "./drift.ts";
import { stepBetween, type FileStep } from "./step.ts";
import { findTable, renderTable, type Row, type WrittenRow, type WrittenTable } from "./table.ts";

/** A chapter's files beside those of the chapter before, and what its README says about the step. */
export type Lesson = {
  chapter: ChapterFolder;
  previous: ChapterFolder | undefined;
  before: Side;
  after: Side;
  steps: FileStep[];
  readme: string;
  markdown: string | undefined;
  table: WrittenTable | undefined;
};

type Side = { mechanism: Sources; tests: Sources };

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
  return lesson.markdown?.includes("\r\n") ? table.replaceAll("\n", "\r\n") : table;
}

function readLesson(root: string, chapter: ChapterFolder, previous: ChapterFolder | undefined): Lesson {
  const before = previous ? readSide(root, previous) : { mechanism: new Map(), tests: new Map() };
  const after = readSide(root, chapter);
  const readme = `${chapter.folder}/README.md`;
  const markdown = existsSync(join(root, readme)) ? readFileSync(join(root, readme), "utf8") : undefined;
  return {
    chapter,
    previous,
    before,
    after,
    steps: stepBetween(before.mechanism, after.mechanism),
    readme,
    markdown,
    table: markdown === undefined ? undefined : findTable(markdown),
  };
}

function readSide(root: string, { folder }: ChapterFolder): Side {
  return { mechanism: readMechanism(root, folder), tests: readTests(root, folder) };
}
