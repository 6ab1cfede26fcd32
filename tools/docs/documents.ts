import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { ChapterFolder } from "../chapters.ts";

/** A Markdown file of the course. Offsets in `tree` are offsets in `text`. */
export type Document = {
  /** Path from the root of the course, with `/`. */
  file: string;
  text: string;
  tree: Root;
};

/** Puts `text` in the place of the characters from `start` up to `end`. */
export type Edit = { start: number; end: number; text: string };

const parser = unified().use(remarkParse).use(remarkGfm);

export function parseDocument(file: string, text: string): Document {
  // The parser does not count a byte order mark; a space keeps its offsets equal to ours.
  return { file, text, tree: parser.parse(text.replace(/^\uFEFF/, " ")) };
}

/** The root README, the lessons in order, then everything under `docs/`; a file that is not there is left out. */
export function readDocuments(root: string, chapters: ChapterFolder[]): Document[] {
  const files = ["README.md", ...chapters.map(({ folder }) => `${folder}/README.md`), ...handbook(root)];
  return files
    .filter((file) => existsSync(join(root, file)))
    .map((file) => parseDocument(file, readFileSync(join(root, file), "utf8")));
}

function handbook(root: string): string[] {
  if (!existsSync(join(root, "docs"))) return [];
  return readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .toSorted();
}

/** `text` with all edits made; they must not overlap. */
export function withEdits(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

/** Where a node of a parsed document stands; the parser gives every node a place. */
export function placeOf(node: Nodes): { start: number; end: number; line: number } {
  const { position } = node;
  if (position?.start.offset === undefined || position.end.offset === undefined) {
    throw new Error(`A ${node.type} without a position`);
  }
  return { start: position.start.offset, end: position.end.offset, line: position.start.line };
}

export function rawText(document: Document, node: Nodes): string {
  const { start, end } = placeOf(node);
  return document.text.slice(start, end);
}

/** What a reader sees of a node: its words, code in it included. */
export function plainText(node: Nodes): string {
  if (node.type === "text" || node.type === "inlineCode") return node.value;
  return "children" in node ? node.children.map(plainText).join("") : "";
}
