import type { RootContent } from "mdast";
import { visit } from "unist-util-visit";
import { lessonsOf, type Course, type CourseChapter, type Finding } from "../course.ts";
import { placeOf, plainText, type Document } from "../documents.ts";

const SECTIONS = ["问题", "解决方案", "工作原理", "试一下", "接入主线", "练习", "接下来"];
const COMPARISON = "与真实源码对照";
const MIN_HAN = 1000;
const MAX_HAN = 2500;

/** A lesson has the agreed head, sections and length. */
export function lessonForm(course: Course): Finding[] {
  return lessonsOf(course).flatMap(({ chapter, document }) =>
    [...headFaults(chapter, document), ...sectionFaults(document), ...lengthFaults(document)].map((fault) => ({
      file: document.file,
      ...fault,
    })),
  );
}

type Fault = { line: number; message: string };

function headFaults({ id, loaded }: CourseChapter, document: Document): Fault[] {
  const faults: Fault[] = [];
  const head = document.text.split(/^## /m)[0] ?? "";
  if (!(loaded instanceof Error)) {
    const title = `# ${id}: ${loaded.title} — `;
    const [first = ""] = head.split(/\r?\n/);
    if (!first.startsWith(title) || first.trimEnd().length <= title.trimEnd().length) {
      faults.push({ line: 1, message: `第一行应当是「${title}一句话」，现在是「${first}」。` });
    }
  }
  if (!/^> \*[^*\s].*\*\s*$/m.test(head)) faults.push({ line: 2, message: "标题下缺一句比喻，写成「> *一句话*」。" });
  if (!/^> \*\*Pi 边界\*\*：\S/m.test(head)) faults.push({ line: 2, message: "标题下缺「> **Pi 边界**：……」这一行。" });
  return faults;
}

function sectionFaults(document: Document): Fault[] {
  const shown = unfolded(document);
  const headings = shown.filter((node) => node.type === "heading" && node.depth === 2);
  const names = headings.map(plainText);
  const faults: Fault[] = [];
  if (names.join() !== SECTIONS.join()) {
    const at = names.findIndex((name, index) => name !== SECTIONS[index]);
    const wrong = headings[at];
    faults.push({
      line: wrong ? placeOf(wrong).line : 1,
      message: `二级标题依次应当是 ${SECTIONS.join("、")}；现在是 ${names.join("、") || "（一个也没有）"}。补上缺的、调好顺序，多出来的改成三级标题。`,
    });
  }
  const folded = document.tree.children.some(
    (node) => node.type === "html" && /<summary>/.test(node.value) && node.value.includes(COMPARISON),
  );
  if (!folded) {
    const message = `结尾缺折叠的对照部分：<details><summary>${COMPARISON}</summary>，空一行，正文，空一行，</details>。`;
    faults.push({ line: document.text.split("\n").length, message });
  }
  return faults;
}

/** Counts Chinese characters of prose, tables and headings; code of any kind and what is folded away do not count. */
function lengthFaults(document: Document): Fault[] {
  let count = 0;
  for (const node of unfolded(document)) {
    visit(node, "text", ({ value }) => {
      count += value.match(/\p{Script=Han}/gu)?.length ?? 0;
    });
  }
  if (count >= MIN_HAN && count <= MAX_HAN) return [];
  const advice = count < MIN_HAN ? "把没有讲清楚的地方补上" : "删去多余的话，或者把枝节移进折叠部分";
  return [
    {
      line: 1,
      message: `正文有 ${count} 个汉字，应在 ${MIN_HAN} 到 ${MAX_HAN} 之间（不算代码、输出和折叠部分）。${advice}。`,
    },
  ];
}

function unfolded(document: Document): RootContent[] {
  let depth = 0;
  return document.tree.children.filter((node) => {
    if (node.type !== "html") return depth === 0;
    depth += (node.value.match(/<details\b/g) ?? []).length - (node.value.match(/<\/details>/g) ?? []).length;
    return false;
  });
}
