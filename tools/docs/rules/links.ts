import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import type { Html, Nodes } from "mdast";
import { visit } from "unist-util-visit";
import type { Course, Finding } from "../course.ts";
import { parseDocument, placeOf, plainText, type Document } from "../documents.ts";

type Link = { url: string; line: number };

/** Each link inside the course leads to a file or folder that is there, and to a heading that is in it. */
export function links({ root, documents }: Course): Finding[] {
  return documents.flatMap((document) =>
    linksOf(document).flatMap(({ url, line }) => {
      const fault = faultOf(root, document, url);
      return fault ? [{ file: document.file, line, message: `链接 ${url} 走不通：${fault}` }] : [];
    }),
  );
}

function linksOf(document: Document): Link[] {
  const found: Link[] = [];
  visit(document.tree, (node: Nodes) => {
    const { line } = placeOf(node);
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      found.push({ url: node.url, line });
    if (node.type === "html") found.push(...attributes(node, "href|src").map((url) => ({ url, line })));
  });
  return found.filter(({ url }) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(url));
}

function faultOf(root: string, document: Document, url: string): string | undefined {
  const [path = "", anchor] = decode(url).split(/#(.*)/s);
  if (path.startsWith("/")) return "写成从这份文档所在文件夹算起的相对路径。";
  const file = path === "" ? document.file : posix.join(posix.dirname(document.file), path);
  if (file.startsWith("..")) return "它离开了课程目录。";
  if (!existsSync(join(root, file))) return `没有 ${file}。改成现有的路径，或者先写出这个文件。`;
  if (anchor === undefined) return undefined;

  const page = statSync(join(root, file)).isDirectory() ? posix.join(file, "README.md") : file;
  if (!page.endsWith(".md") || !existsSync(join(root, page)))
    return "# 后面只能是 Markdown 文件里的标题；要说代码就写名字，不写行号。";
  const anchors = anchorsOf(parseDocument(page, readFileSync(join(root, page), "utf8")));
  if (anchors.has(anchor)) return undefined;
  return `${page} 里没有 #${anchor}。有：${[...anchors].map((one) => `#${one}`).join("、")}`;
}

/** The anchors that GitHub gives the headings of a document, and those it sets itself. */
function anchorsOf(document: Document): Set<string> {
  const anchors = new Set<string>();
  visit(document.tree, (node: Nodes) => {
    if (node.type === "heading") anchors.add(unused(slug(plainText(node)), anchors));
    if (node.type === "html") for (const id of attributes(node, "id|name")) anchors.add(id);
  });
  return anchors;
}

/** GitHub's rule: small letters, no punctuation, blanks become hyphens. */
function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

function unused(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let count = 1; taken.has(candidate); count++) candidate = `${name}-${count}`;
  return candidate;
}

function attributes({ value }: Html, names: string): string[] {
  return [...value.matchAll(new RegExp(`\\s(?:${names})=["']([^"']*)["']`, "g"))].map((match) => match[1] ?? "");
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
