import { posix } from "node:path";
import type { Nodes, TableRow } from "mdast";
import { visit } from "unist-util-visit";
import type { Course, Finding } from "../course.ts";
import { placeOf, plainText, type Document } from "../documents.ts";

/** A row of a table in the entrance that links a chapter. */
type Entry = { folder: string; row: TableRow };

/** The entrance lists every chapter once, in order, under its own title. */
export function chapterMap(course: Course): Finding[] {
  const document = course.documents.find(({ file }) => file === "README.md");
  if (!document) return [];
  const entries = entriesOf(course, document);
  const listed = entries.map(({ folder }) => folder).join();
  const wanted = course.chapters.map(({ folder }) => folder);
  if (listed !== wanted.join()) {
    const [first] = entries;
    return [
      {
        file: document.file,
        line: first ? placeOf(first.row).line : 1,
        message: `章节表要把每一章各列一次，按顺序，一章一行，例如 | [s01](s01_minimal_loop/) | Minimal Loop | …… |。\n    应有：${wanted.join("、")}\n    现有：${entries.map(({ folder }) => folder).join("、") || "（没有）"}`,
      },
    ];
  }
  return entries.flatMap((entry) => titleFaults(course, document, entry));
}

function titleFaults({ chapters }: Course, document: Document, { folder, row }: Entry): Finding[] {
  const chapter = chapters.find((one) => one.folder === folder);
  if (!chapter || chapter.loaded instanceof Error) return [];
  const { id, title } = chapter.loaded;
  const cells = row.children.map((cell) => plainText(cell).trim());
  if (cells.some((cell) => cell === title || cell === `${id}: ${title}` || cell === `${id} ${title}`)) return [];
  const message = `章节表里 ${id} 的标题应当是 ${title}（与 main.ts 的 chapter.title 相同），这一行写的是 ${cells.join(" | ")}。`;
  return [{ file: document.file, line: placeOf(row).line, message }];
}

function entriesOf({ chapters }: Course, document: Document): Entry[] {
  const folders = new Set(chapters.map(({ folder }) => folder));
  const entries: Entry[] = [];
  visit(document.tree, "tableRow", (row: TableRow) => {
    const folder = linkedFolders(row).find((one) => folders.has(one));
    if (folder !== undefined) entries.push({ folder, row });
  });
  return entries;
}

function linkedFolders(row: TableRow): string[] {
  const found: string[] = [];
  visit(row, (node: Nodes) => {
    if (node.type === "link") found.push(posix.normalize(node.url).replace(/\/(README\.md)?$/, ""));
  });
  return found;
}
