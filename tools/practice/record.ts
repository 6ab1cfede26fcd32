import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Exercise } from "./exercises.ts";
import { describeDiskError } from "./disk-error.ts";
import { keepCopy } from "./keep-copy.ts";

/** What is kept of an exercise, so that it is known again after it was renumbered, renamed or moved. */
type Identity = { chapter: string; number: string; slug: string; check: string };

type Entry =
  /** The exercise's check passed; `revision` says how strict it was. */
  | ({ type: "passed"; revision: number } & Identity)
  /** The reader went to the exercise. */
  | ({ type: "at" } & Identity)
  /** These lines of the file could not be read, and the reader was told. */
  | { type: "mended"; lines: number[] };

/** Done once is done. `stricter`: the check has been made stricter since. */
export type Standing = { done: boolean; stricter: boolean };

/**
 * What a reader has passed and where the reader was: a file to which lines are added, one JSON object each, and from which
 * nothing is ever taken. So no moment at which a process is killed loses what an earlier line says, and two consoles do
 * not overwrite each other.
 */
export class PracticeRecord {
  readonly #file: string;
  #entries: Entry[] = [];
  #size = -1;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Reads what was added since the last time. Lines that cannot be read are passed over; the file is kept beside as
   * `.bak` once, and the sentence that is returned says so. Throws what the disk throws when the file cannot be read.
   */
  refresh(): string | undefined {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === this.#size) return undefined;
    this.#size = size;
    const { entries, unreadable } =
      size === 0 ? { entries: [], unreadable: [] } : parse(readFileSync(this.#file, "utf8").replace(/^\ufeff/, ""));
    this.#entries = entries;
    return unreadable.length === 0 ? undefined : this.#mend(unreadable);
  }

  #mend(lines: number[]): string {
    const damage = `${this.#file} 的第 ${lines.join("、")} 行读不懂，跳过了，其余的都在。`;
    try {
      const copy = keepCopy(this.#file);
      this.#append({ type: "mended", lines });
      return `${damage}原样存了一份：${copy}`;
    } catch (error) {
      // What can be read counts, whether a copy can be written or not.
      return `${damage}想原样存一份，存不下来：${describeDiskError(error)}`;
    }
  }

  standing(exercise: Exercise): Standing {
    const passes = this.#entries.filter((entry) => entry.type === "passed").filter((entry) => isOf(entry, exercise));
    const strictest = Math.max(...passes.map(({ revision }) => revision));
    return { done: passes.length > 0, stricter: passes.length > 0 && strictest < exercise.revision };
  }

  /** Where the reader was last, among `exercises`; undefined at the beginning, and when that exercise is gone. */
  current(exercises: Exercise[]): Exercise | undefined {
    const last = this.#entries.findLast((entry) => entry.type === "at");
    return last && exercises.find((exercise) => isOf(last, exercise));
  }

  /** Returns when it is on the disk. */
  passed(exercise: Exercise): void {
    const { done, stricter } = this.standing(exercise);
    if (done && !stricter) return;
    this.#append({ type: "passed", ...identityOf(exercise), revision: exercise.revision });
  }

  goTo(exercise: Exercise): void {
    if (this.current([exercise])) return;
    this.#append({ type: "at", ...identityOf(exercise) });
  }

  #append(entry: Entry): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    const isNew = statSync(this.#file, { throwIfNoEntry: false }) === undefined;
    const file = openSync(this.#file, constants.O_CREAT | constants.O_RDWR | constants.O_APPEND, 0o644);
    try {
      // A line that was cut off must not swallow this one.
      const start = endsInTheMiddle(file) ? "\n" : "";
      // Not `writeSync`, which is content with a part where the disk is nearly full.
      writeFileSync(file, `${start}${JSON.stringify({ ...entry, time: new Date().toISOString() })}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (isNew) syncFolder(dirname(this.#file));
    this.#entries.push(entry);
  }
}

function identityOf({ chapter, number, slug, fingerprint }: Exercise): Identity {
  return { chapter, number, slug, check: fingerprint };
}

/**
 * Known again by its slug, by one it had before, or by a check that is the same to the byte. Not by its number: a new
 * exercise may stand where another stood.
 */
function isOf({ chapter, slug, check }: Identity, exercise: Exercise): boolean {
  if (chapter === exercise.chapter && (slug === exercise.slug || exercise.formerly.includes(slug))) return true;
  return check === exercise.fingerprint;
}

function parse(text: string): { entries: Entry[]; unreadable: number[] } {
  const lines = text.split("\n");
  const read = lines.map((line, index) => ({ number: index + 1, line, entry: readEntry(line) }));
  const entries = read.flatMap(({ entry }) => (entry && isEntry(entry) ? [entry] : []));
  const known = new Set(entries.flatMap((entry) => (entry.type === "mended" ? entry.lines : [])));
  const unreadable = read.filter(({ line, entry, number }) => line.trim() !== "" && !entry && !known.has(number));
  return { entries, unreadable: unreadable.map(({ number }) => number) };
}

/** Undefined when the line is no entry; entries of a type that a later course may add are kept and passed over. */
function readEntry(line: string): { type: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string")
      return undefined;
    const known = ["passed", "at", "mended"].includes(value.type);
    return known && !isEntry(value as { type: string }) ? undefined : (value as { type: string });
  } catch {
    return undefined;
  }
}

function isEntry(value: { type: string }): value is Entry {
  const entry = value as Partial<Record<string, unknown>>;
  const identified = ["chapter", "number", "slug", "check"].every((field) => typeof entry[field] === "string");
  if (value.type === "passed") return identified && typeof entry["revision"] === "number";
  if (value.type === "at") return identified;
  return value.type === "mended" && Array.isArray(entry["lines"]);
}

function endsInTheMiddle(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== "\n";
}

/** Without it a new file's name may be lost with the power. Some systems cannot do it to a folder. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, constants.O_RDONLY);
    fsyncSync(opened);
    closeSync(opened);
  } catch {
    // The file itself is written; only a loss of power right now could undo it.
  }
}
