import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const COURSE = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A course in a temporary folder that has these folders of `course`, exercises included, and no readers' files yet: what
 * is tried there touches nobody's work. `remove` it when done.
 */
export function sampleCourse(folders: string[], course = COURSE): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), "practice-"));
  for (const part of ["package.json", "tsconfig.json", "shared", ...folders]) {
    cpSync(join(course, part), join(root, part), {
      recursive: true,
      filter: (file) => !basename(file).endsWith(".test.ts"),
    });
  }
  symlinkSync(join(course, "node_modules"), join(root, "node_modules"));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
