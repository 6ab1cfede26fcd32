import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ArgumentRule } from "./rules.ts";

/** What a path rule asks of a file system; each throws as `node:fs` does. */
export type FileLookup = {
  /** The place itself, with every link followed. */
  realpath(path: string): string;
  /** Throws when nothing is there; a link counts, wherever it leads. */
  lstat(path: string): unknown;
};

export type InsideOptions = {
  /** Where the tool takes relative paths from; the folder itself when it is left out. */
  cwd?: string;
  /** Files and folders that are refused at any depth, in whatever case they are written. */
  except?: readonly string[];
  /** The machine's own file system when it is left out. */
  lookup?: FileLookup;
};

const DISK: FileLookup = { realpath: realpathSync.native, lstat: lstatSync };

/** Tools, shells and file systems disagree about these: `~/a`, `@a`, `file://a`, other spaces, characters nobody sees. */
const AMBIGUOUS = /^[~@]|^[a-z][a-z\d+.-]*:|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/iu;

/**
 * A path below `folder`, whether it exists yet or not; the folder itself is not below. Refuses what cannot be resolved
 * for certain. What is judged is this moment: whoever opens the file later may find another one.
 */
export function inside(folder: string, options: InsideOptions = {}): ArgumentRule {
  const { cwd = folder, except = [], lookup = DISK } = options;
  return (path) => {
    if (typeof path !== "string" || path === "") return "must be a path";
    const shown = JSON.stringify(path);
    if (AMBIGUOUS.test(path)) return `${shown} can be read in more than one way`;
    try {
      const ways = readings(cwd, path).map((reading) => relative(lookup.realpath(folder), realPlace(reading, lookup)));
      if (!ways.every(leadsBelow)) return `${shown} leads outside ${folder}`;
      const name = excepted([path, ...ways], except);
      return name && `${shown} touches ${name}`;
    } catch {
      return `${shown} cannot be followed to its end`;
    }
  };
}

/** `link/../a`: as text the two steps cancel out, but the file system goes to where the link leads first. */
function readings(cwd: string, path: string): string[] {
  return [resolve(cwd, path), isAbsolute(path) ? path : `${cwd}${sep}${path}`];
}

/** Where a path leads once every link is followed; what is not there yet is put below what is. */
function realPlace(path: string, lookup: FileLookup): string {
  if (exists(() => lookup.realpath(path))) return lookup.realpath(path);
  // Writing to it would create the file at the other end.
  if (exists(() => lookup.lstat(path))) throw new Error("a link that leads nowhere");
  const place = join(realPlace(dirname(path), lookup), basename(path));
  // `new/../link`: once `new` is made, the way back leads to what is there already.
  return place === path ? place : realPlace(place, lookup);
}

function exists(look: () => unknown): boolean {
  try {
    look();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function leadsBelow(way: string): boolean {
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The first excepted name on one of the ways; file systems differ in which spellings they take for one name. */
function excepted(ways: string[], except: readonly string[]): string | undefined {
  const fold = (name: string) => name.normalize("NFKC").toLowerCase();
  const names = new Set(ways.flatMap((way) => way.split(/[/\\]/)).map(fold));
  return except.find((name) => names.has(fold(name)));
}
