import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Check, Problem } from "../problem.ts";
import { openCourse, type Course, type Finding, type Rule } from "./course.ts";
import { withEdits, type Document } from "./documents.ts";
import { chapterMap } from "./rules/chapter-map.ts";
import { chapters } from "./rules/chapters.ts";
import { commandBlocks } from "./rules/commands.ts";
import { blockLanguages } from "./rules/languages.ts";
import { lessonForm } from "./rules/lesson.ts";
import { links } from "./rules/links.ts";
import { navigation } from "./rules/navigation.ts";
import { outputBlocks } from "./rules/outputs.ts";
import { processes } from "./rules/processes.ts";
import { sourceBlocks } from "./rules/sources.ts";

/** The rules whose findings may carry an edit. */
const MENDING: Rule[] = [sourceBlocks, outputBlocks, navigation];
const REPORTING: Rule[] = [chapters, chapterMap, commandBlocks, blockLanguages, lessonForm, links, processes];

/** The prose of the course says what the code says. */
export const docsCheck = checkOf("docs", MENDING, REPORTING);

/** A check made of rules; `mending` ones may carry an edit, which its fix makes. */
export function checkOf(name: string, mending: Rule[], reporting: Rule[] = []): Check {
  return {
    name,

    async run(root) {
      const findings = await apply([...mending, ...reporting], await openCourse(root));
      return findings.map(withoutEdit).toSorted(byPlace);
    },

    async fix(root) {
      const course = await openCourse(root);
      const findings = await apply(mending, course);
      const edited = course.documents.filter((document) => mend(root, document, findings));
      return edited.map(({ file }) => file);
    },
  };
}

async function apply(rules: Rule[], course: Course): Promise<Finding[]> {
  const findings = await Promise.all(rules.map((rule) => rule(course)));
  return findings.flat();
}

/** Makes the edits that concern a document; false when there are none. */
function mend(root: string, { file, text }: Document, findings: Finding[]): boolean {
  const edits = findings.flatMap((finding) => (finding.file === file && finding.edit ? [finding.edit] : []));
  if (edits.length > 0) writeFileSync(join(root, file), withEdits(text, edits));
  return edits.length > 0;
}

function withoutEdit({ file, line, message }: Finding): Problem {
  return { file, ...(line !== undefined && { line }), message };
}

function byPlace(a: Problem, b: Problem): number {
  return a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0);
}
