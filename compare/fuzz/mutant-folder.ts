import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TempCourse } from "../../tools/temp-course.ts";
import { DROP_IN } from "./load.ts";
import type { Mutant } from "./mutants.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A file of the chapter as it stands. */
export function mechanismText(file: string): string {
  return readFileSync(join(ROOT, DROP_IN, file), "utf8");
}

/** A course that has only the chapter's mechanism, with one mistake in it. Returns its root; gone when the test is over. */
export function mutantCourse({ file, from, to }: Mutant): string {
  const files = readdirSync(join(ROOT, DROP_IN)).filter((name) => name.endsWith(".ts"));
  const course = new TempCourse({ "package.json": `{ "type": "module" }` });
  for (const name of files) course.write(join(DROP_IN, name), mechanismText(name));
  course.edit(join(DROP_IN, file), from, to);
  symlinkSync(join(ROOT, "node_modules"), join(course.root, "node_modules"));
  return course.root;
}
