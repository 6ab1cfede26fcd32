import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { WORK_FOLDER, type Exercise } from "./exercises.ts";
import { keepCopy } from "./keep-copy.ts";

export const RECORD_FILE = `${WORK_FOLDER}/progress.ndjson`;

/** What `prepareWork` found or did. */
export type Prepared = "kept" | "copied" | { renamedFrom: string };

/**
 * Sees to it that the reader's file is there: the file as it is, the one of the same exercise under an earlier name, or
 * a new copy of the starter. Never writes over anything. Throws when the folder cannot be written.
 */
export function prepareWork(root: string, exercise: Exercise): Prepared {
  prepareFolder(root);
  const found = findWork(root, exercise);
  if (found) return found;
  writeWhole(join(root, exercise.work), readFileSync(join(root, exercise.starter), "utf8"));
  return "copied";
}

/** The reader's file as it is, or renamed from the exercise's earlier name; undefined when the reader has not begun. */
export function findWork(root: string, exercise: Exercise): Exclude<Prepared, "copied"> | undefined {
  const work = join(root, exercise.work);
  if (existsSync(work)) return "kept";
  const earlier = earlierName(root, exercise);
  if (earlier === undefined) return undefined;
  renameSync(join(root, WORK_FOLDER, earlier), work);
  return { renamedFrom: `${WORK_FOLDER}/${earlier}` };
}

/** The readers' folder, with rules for editors: without them, one would judge the copies by others than the course's. */
function prepareFolder(root: string): void {
  const folder = join(root, WORK_FOLDER);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "tsconfig.json");
  if (existsSync(config)) return;
  // A link leads to a folder that has no course above it.
  const isElsewhere = realpathSync(folder) !== join(realpathSync(root), WORK_FOLDER);
  const base = isElsewhere ? join(realpathSync(root), "tsconfig.json") : "../tsconfig.json";
  writeWhole(config, `${JSON.stringify({ extends: base, include: ["*.ts"], exclude: [] }, null, 2)}\n`);
}

/**
 * Puts the starter in the place of the reader's file; returns where that is kept, undefined when there was none, or
 * nothing of the reader's in it.
 */
export function resetWork(root: string, exercise: Exercise): string | undefined {
  const starter = readFileSync(join(root, exercise.starter), "utf8");
  const text = readWork(root, exercise);
  const kept = text === undefined || text === starter ? undefined : relative(root, keepCopy(join(root, exercise.work)));
  prepareFolder(root);
  writeWhole(join(root, exercise.work), starter);
  return kept;
}

/** The reader's file as text; undefined when it is not there. */
export function readWork(root: string, { work }: Exercise): string | undefined {
  return readText(root, work);
}

/** Bytes; no answer comes near it. */
const LARGEST = 1_000_000;

/** Undefined when there is no such file, or nothing that can be read as one: a pipe would keep us waiting for ever. */
export function readText(root: string, file: string): string | undefined {
  try {
    const seen = statSync(join(root, file));
    return seen.isFile() && seen.size <= LARGEST ? readFileSync(join(root, file), "utf8") : undefined;
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
  try {
    writeFileSync(half, text);
    renameSync(half, file);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}
