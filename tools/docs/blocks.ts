import type { Code } from "mdast";
import { visit } from "unist-util-visit";
import { placeOf, rawText, type Document, type Edit } from "./documents.ts";

/** A code block, wherever it stands: at the top, in a list, in a quote, folded away. */
export type Block = {
  /** First word after the fence, "" when there is none. */
  lang: string;
  /** The rest of that line. */
  meta: string;
  /** Lines without the indent of what the block stands in, joined by `\n`. */
  content: string;
  /** Line of the opening fence; the first line of the file is 1. */
  line: number;
  /** How many headings stand before it. */
  section: number;
  node: Code;
};

/** The code blocks of a document, from top to bottom. */
export function blocksOf(document: Document): Block[] {
  const blocks: Block[] = [];
  let section = 0;
  visit(document.tree, (node) => {
    if (node.type === "heading") section++;
    if (node.type !== "code") return;
    blocks.push({
      lang: node.lang ?? "",
      meta: node.meta?.trim() ?? "",
      content: withUnixLines(node.value),
      line: placeOf(node).line,
      section,
      node,
    });
  });
  return blocks;
}

export function withUnixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * The edit that gives a block other content; both fences, indent and line endings stay as they are.
 * A fence grows when the content would close it. Undefined for a block without two fences, and for one that holds the
 * opening of another: its own end is missing, and what follows would be lost with it.
 */
export function rewriteBlock(document: Document, { node, content: written }: Block, content: string): Edit | undefined {
  const { start, end } = placeOf(node);
  const lines = rawText(document, node).split("\n");
  const opening = lines[0] ?? "";
  const closing = lines.length > 1 ? (lines.at(-1) ?? "") : "";
  const fence = /^(`{3,}|~{3,})/.exec(opening)?.[0];
  const lastFence = /^[>\s]*(`{3,}|~{3,})\s*$/.exec(closing)?.[1];
  if (!fence || !lastFence?.startsWith(fence) || holdsOpening(written, fence)) return undefined;

  const eol = opening.endsWith("\r") ? "\r\n" : "\n";
  const prefix = prefixAfter(document.text.slice(document.text.lastIndexOf("\n", start - 1) + 1, start));
  const body = content === "" ? [] : content.split("\n");
  const wider = widen(fence, body);
  const text = [
    wider + opening.slice(fence.length).replace(/\r$/, ""),
    ...body.map((line) => (line === "" ? prefix.trimEnd() : prefix + line)),
    closing.replace(fence, wider),
  ].join(eol);
  return { start, end, text };
}

/** Says why `rewriteBlock` gave no edit. */
export const NO_REWRITE = "这一块好像少了结尾的围栏（一行 ```）。先补上，再运行检查。";

/** Whether a fence with words behind it, at least as long as `fence`, stands in the content, in a list or quote too. */
function holdsOpening(content: string, fence: string): boolean {
  return content.split("\n").some((line) => {
    const opening = /^(?:[>\s]|[-*+]\s|\d+[.)]\s)*(`{3,}|~{3,})[^`]*[^`\s]/.exec(line)?.[1];
    return opening?.startsWith(fence) ?? false;
  });
}

/** What the further lines of a block begin with: quote marks are repeated, list marks become blanks. */
function prefixAfter(opening: string): string {
  return opening.replace(/[^>\s]/g, " ");
}

function widen(fence: string, body: string[]): string {
  const mark = fence.charAt(0);
  const runs = body.map((line) => line.trimStart().match(mark === "~" ? /^~+/ : /^`+/)?.[0].length ?? 0);
  const longest = Math.max(0, ...runs);
  return longest < fence.length ? fence : mark.repeat(longest + 1);
}
