import type { Paragraph } from "mdast";
import { lessonsOf, type Course, type CourseChapter, type Finding } from "../course.ts";
import { placeOf, rawText, type Document } from "../documents.ts";

/** Each lesson leads to the one before and the one after. */
export function navigation(course: Course): Finding[] {
  return lessonsOf(course).flatMap(({ chapter, document }) => {
    const expected = navigationLine(course.chapters, chapter);
    const line = findLine(document, chapter.id);
    if (!line) {
      return [{ file: document.file, line: 1, message: `标题和第一个二级标题之间缺导航行。写上：\n    ${expected}` }];
    }
    const written = rawText(document, line);
    if (written === expected) return [];
    const { start, end, line: at } = placeOf(line);
    const message = `导航行应当是（运行 npm run fix 改写）：\n    - ${written}\n    + ${expected}`;
    return [{ file: document.file, line: at, message, edit: { start, end, text: expected } }];
  });
}

function navigationLine(chapters: CourseChapter[], { id, folder }: CourseChapter): string {
  const at = chapters.findIndex((chapter) => chapter.folder === folder);
  const previous = chapters[at - 1];
  const next = chapters[at + 1];
  const back = previous ? `[上一节：${previous.id}](../${previous.folder}/)` : "[目录](../README.md)";
  const unwritten = `s${String(Number(id.slice(1)) + 1).padStart(2, "0")}`;
  const on = next ? `[下一节：${next.id}](../${next.folder}/)` : `下一节：${unwritten}（尚未写成）`;
  return `${back} → \`${id}\` → ${on}`;
}

/** The paragraph before the first section that points to another lesson. */
function findLine(document: Document, id: string): Paragraph | undefined {
  const { children } = document.tree;
  const firstSection = children.findIndex((node) => node.type === "heading" && node.depth === 2);
  return children
    .slice(0, firstSection === -1 ? children.length : firstSection)
    .filter((node) => node.type === "paragraph")
    .find((node) => {
      const text = rawText(document, node);
      // Prose that only speaks of a neighbour must not be written over.
      return text.includes("→") && /`s\d\d`/.test(text) && (/上一节|下一节/.test(text) || text.includes(id));
    });
}
