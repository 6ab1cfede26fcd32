import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { WORK_FOLDER, type Exercise } from "./exercises.ts";
import { keepCopy } from "./keep-copy.ts";

export const RECORD_FILE = `${WORK_FOLDER}/progress.ndjson`;

/** Without it an editor would judge the copies by other rules than the course's. */
const TSCONFIG = `${JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts"], exclude: [] }, null, 2)}\n`;

/** What `prepareWork` found or did. */
export type Prepared = "kept" | "copied" | { renamedFrom: string };

/**
 * Sees to it that the reader's file is there: the file as it is, the one of the same exercise under an earlier name, or
 * a new copy of the starter. Never writes over anything. Throws when the folder cannot be written.
 */
export function prepareWork(root: string, exercise: Exercise): Prepared {
  mkdirSync(join(root, WORK_FOLDER), { recursive: true });
  const config = join(root, WORK_FOLDER, "tsconfig.json");
  if (!existsSync(config)) writeWhole(config, TSCONFIG);

  const work = join(root, exercise.work);
  if (existsSync(work)) return "kept";
  const earlier = earlierName(root, exercise);
  if (earlier !== undefined) {
    renameSync(join(root, WORK_FOLDER, earlier), work);
    return { renamedFrom: `${WORK_FOLDER}/${earlier}` };
  }
  writeWhole(work, readFileSync(join(root, exercise.starter), "utf8"));
  return "copied";
}

export function hasWork(root: string, { work }: Exercise): boolean {
  return existsSync(join(root, work));
}

/**
 * Puts the starter in the place of the reader's file; returns where that is kept, undefined when there was none, or
 * nothing of the reader's in it.
 */
export function resetWork(root: string, exercise: Exercise): string | undefined {
  const starter = readFileSync(join(root, exercise.starter), "utf8");
  const text = readWork(root, exercise);
  const kept = text === undefined || text === starter ? undefined : relative(root, keepCopy(join(root, exercise.work)));
  mkdirSync(join(root, WORK_FOLDER), { recursive: true });
  writeWhole(join(root, exercise.work), starter);
  return kept;
}

/** The reader's file as text; undefined when it is not there. */
export function readWork(root: string, { work }: Exercise): string | undefined {
  return readText(root, work);
}

/** Undefined when there is no such file, or nothing that can be read as one. */
export function readText(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch {
    return undefined;
  }
}

/** Other files in the folder that the reader may have meant, for when the right one is gone. */
export function strayFiles(root: string, exercises: readonly Exercise[]): string[] {
  const known = new Set(exercises.map(({ work }) => work));
  return namesIn(join(root, WORK_FOLDER))
    .map((name) => `${WORK_FOLDER}/${name}`)
    .filter((file) => file.endsWith(".ts") && !known.has(file));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The course may have renumbered or renamed the exercise since the reader began. */
function earlierName(root: string, { chapter, slug, formerly }: Exercise): string | undefined {
  const names = [slug, ...formerly].map((one) => new RegExp(`^${chapter}_\\d\\d_${one}\\.ts$`));
  return namesIn(join(root, WORK_FOLDER)).find((file) => names.some((name) => name.test(file)));
}

/** Whole or not at all: a process may be killed at any moment. */
function writeWhole(file: string, text: string): void {
  const half = `${file}.${process.pid}.half`;
  writeFileSync(half, text);
  renameSync(half, file);
}
