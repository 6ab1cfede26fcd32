import type { Html } from "mdast";
import { visit } from "unist-util-visit";
import { blocksOf } from "../blocks.ts";
import type { Course, Finding } from "../course.ts";
import { placeOf, type Document } from "../documents.ts";

/** Other spellings of a checked language would slip past the check. */
const CHECKED_AS = new Map([
  ...["typescript", "tsx", "mts", "js", "javascript", "jsx"].map((lang) => [lang, "ts"] as const),
  ...["bash", "shell", "zsh", "console", "shellsession"].map((lang) => [lang, "sh"] as const),
  ...["", "txt", "plain", "plaintext", "output"].map((lang) => [lang, "text"] as const),
]);

/** What the rules look at, and what they know to leave alone. */
const KNOWN = ["ts", "sh", "text", "mermaid", "md"];

/** Every code block is one that the other rules see. */
export function blockLanguages({ documents }: Course): Finding[] {
  return documents.flatMap((document) => [...spellings(document), ...hiddenFences(document)]);
}

function spellings(document: Document): Finding[] {
  return blocksOf(document).flatMap(({ lang, line }) => {
    if (KNOWN.includes(lang)) return [];
    const checked = CHECKED_AS.get(lang.toLowerCase()) ?? lang.toLowerCase();
    const written = lang === "" ? "没有写语言" : `写的是 ${lang}`;
    const advice = KNOWN.includes(checked)
      ? `改成 \`${checked}\`。`
      : `只能是 ${KNOWN.join("、")}，后面的字用半角空格隔开。`;
    return [{ file: document.file, line, message: `代码块${written}，检查看不到它。${advice}` }];
  });
}

/** Markdown stops at an HTML tag and begins again only after a blank line. */
function hiddenFences(document: Document): Finding[] {
  const findings: Finding[] = [];
  visit(document.tree, "html", (node: Html) => {
    const before = node.value.split(/^\s*(?:`{3,}|~{3,})/m);
    if (before.length < 2 || node.value.startsWith("<!--")) return;
    const line = placeOf(node).line + (before[0] ?? "").split("\n").length - 1;
    const message = "这个代码块紧跟在 HTML 标签后面，不会被当成代码块。在标签后面空一行。";
    findings.push({ file: document.file, line, message });
  });
  return findings;
}
