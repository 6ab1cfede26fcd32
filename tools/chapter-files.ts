import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What plays a chapter; everything else in its folder is mechanism or tests it. */
const STAGING = new Set(["main.ts", "cases.ts"]);

/** The code of some files of one chapter, by file name. */
export type Sources = ReadonlyMap<string, string>;

/** The files that teach: every `*.ts` directly in the folder that neither plays the chapter nor tests it. */
export function readMechanism(root: string, folder: string): Sources {
  return readSources(root, folder, (file) => !STAGING.has(file) && !isTest(file));
}

export function readStaging(root: string, folder: string): Sources {
  return readSources(root, folder, (file) => STAGING.has(file));
}

export function readTests(root: string, folder: string): Sources {
  return readSources(root, folder, isTest);
}

/** The mechanism file that a test belongs to by its name: `tools.test.ts` and `tools.property.test.ts` to `tools.ts`. */
export function testedBy(test: string): string {
  return `${test.slice(0, test.indexOf("."))}.ts`;
}

function isTest(file: string): boolean {
  return file.endsWith(".test.ts");
}

function readSources(root: string, folder: string, wanted: (file: string) => boolean): Sources {
  const files = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && wanted(entry.name))
    .map((entry) => entry.name)
    .toSorted();
  return new Map(files.map((file) => [file, readFileSync(join(root, folder, file), "utf8")]));
}
