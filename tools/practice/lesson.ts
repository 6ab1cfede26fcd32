import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChapterFolder } from "../chapters.ts";
import { parseDocument, placeOf, plainText } from "../docs/documents.ts";
import type { Problem } from "../problem.ts";

/** What the lesson says of one exercise. */
export type Task = { title: string; text: string; line: number };

const SECTION = "练习";
const HEADING = /^(s\d\d\/\d\d)\s+(\S.*)$/;

/** What a lesson says of its exercises. */
export type Lesson = {
  /** The chapter's title, as the first line has it; "" when there is none. */
  title: string;
  tasks: Map<string, Task>;
  problems: Problem[];
};

/** The tasks of a lesson's 练习 by their ids: one `### s05/01 标题` each, and the text below it. */
export function lessonTasks(root: string, { id, folder }: ChapterFolder): Lesson {
  const file = `${folder}/README.md`;
  const tasks = new Map<string, Task>();
  const problems: Problem[] = [];
  if (!existsSync(join(root, file))) return { title: "", tasks, problems };

  const document = parseDocument(file, readFileSync(join(root, file), "utf8"));
  const headings = document.tree.children.filter((node) => node.type === "heading" && node.depth <= 3);
  const start = headings.findIndex(
    (node) => node.type === "heading" && node.depth === 2 && plainText(node) === SECTION,
  );
  for (const [index, heading] of headings.entries()) {
    if (start === -1 || index <= start) continue;
    if (heading.type === "heading" && heading.depth < 3) break;
    const { line, end } = placeOf(heading);
    const [, exercise, title] = HEADING.exec(plainText(heading)) ?? [];
    if (!exercise || !title || !exercise.startsWith(`${id}/`) || tasks.has(exercise)) {
      problems.push({ file, line, message: `「练习」里的三级标题应当是「### ${id}/01 标题」这样，每题一个。` });
      continue;
    }
    const next = headings[index + 1];
    const text = document.text.slice(end, next ? placeOf(next).start : undefined).trim();
    if (text === "") problems.push({ file, line, message: `${exercise} 下面没有写要做什么。` });
    tasks.set(exercise, { title, text, line });
  }
  return { title: /^# s\d\d: (.+?) — /.exec(document.text)?.[1] ?? "", tasks, problems };
}
