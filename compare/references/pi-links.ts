import type { Link, Nodes } from "mdast";
import { visit } from "unist-util-visit";
import { placeOf, plainText, type Document, type Edit } from "../../tools/docs/documents.ts";

/** A link to Pi's source in a page of the course. */
export type PiLink = {
  /** What the reader sees. */
  text: string;
  url: string;
  /** Line in the page. */
  line: number;
  /** What the text names, when it has the form `FILE.ts`, `FILE.ts#NAME` or either with `:LINE`. */
  names: { file: string; name: string | undefined; line: number | undefined } | undefined;
  node: Link;
};

/** A place in a page that should not be as it is. */
export type Place = { line: number; text: string };

const REFERENCE = /^([\w./-]+\.ts)(?:#([\w$#.]+))?(?::(\d+))?$/;

/** The links of a page whose text is a reference, or that lead into a file of `repository`. */
export function piLinks(document: Document, repository: string): PiLink[] {
  const links: PiLink[] = [];
  visit(document.tree, "link", (node) => {
    const text = plainText(node);
    const [, file, name, line] = REFERENCE.exec(text) ?? [];
    const names = file === undefined ? undefined : { file, name, line: line === undefined ? undefined : Number(line) };
    const ours = leadsInto(node.url, repository) || (names?.name !== undefined && !leadsToCourse(node.url, file ?? ""));
    if (ours) links.push({ text, url: node.url, line: placeOf(node).line, names, node });
  });
  return links;
}

/** The edit that gives a link this text and this target; code stays code. */
export function rewriteLink({ node }: PiLink, text: string, url: string): Edit {
  const { start, end } = placeOf(node);
  const code = node.children.some((child) => child.type === "inlineCode");
  return { start, end, text: `[${code ? `\`${text}\`` : text}](${url})` };
}

/** Where a page leads into `repository` by other means than a link in a line: a definition, or HTML. */
export function hiddenLinks(document: Document, repository: string): Place[] {
  const places: Place[] = [];
  visit(document.tree, (node) => {
    const text = node.type === "definition" ? node.url : node.type === "html" ? node.value : "";
    if (text.includes(`${repository}/blob/`)) places.push({ line: placeOf(node).line, text });
  });
  return places;
}

const LINE_NUMBER = /[\w/-]+\.ts(?::|#L|\s*(?:的\s*)?第\s*|,?\s+(?:line|lines|L)\s*)\d+/gi;

/** Where a page names a line of a file outside of `links`, in any of the ways people do. Code blocks are left out. */
export function strayLineNumbers(document: Document, links: readonly PiLink[]): Place[] {
  const known = new Set<Nodes>(links.map(({ node }) => node));
  const places: Place[] = [];
  visit(document.tree, (node) => {
    if (node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell") return;
    const words = wordsOf(node, known);
    const { line } = placeOf(node);
    for (const match of words.matchAll(LINE_NUMBER)) {
      const linesBefore = words.slice(0, match.index).split("\n").length - 1;
      places.push({ line: line + linesBefore, text: match[0] });
    }
  });
  return places;
}

/** The words of a node as one text, since they may be code and prose by turns: `agent-loop.ts` 第 581 行. */
function wordsOf(node: Nodes, without: ReadonlySet<Nodes>): string {
  if (without.has(node)) return "\0";
  if (node.type === "break") return "\n";
  return "children" in node ? node.children.map((child) => wordsOf(child, without)).join("") : plainText(node);
}

function leadsInto(url: string, repository: string): boolean {
  return url.startsWith(`${repository}/blob/`) || url.startsWith(`${repository}/tree/`);
}

/** A chapter may name a place in its own files in the same form. */
function leadsToCourse(url: string, file: string): boolean {
  return !/^[a-z]+:/i.test(url) && (url.split("#")[0] ?? "").endsWith(file);
}
