import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findChapters } from "../../tools/chapters.ts";
import type { Finding } from "../../tools/docs/course.ts";
import { readDocuments, withEdits, type Document } from "../../tools/docs/documents.ts";
import type { Check, Problem } from "../../tools/problem.ts";
import { docstringReferences } from "./docstrings.ts";
import { COMPARE_FOLDER } from "../install/install.ts";
import { faultOf, unknownFile, unknownSymbol } from "./link-verdict.ts";
import { hiddenLinks, piLinks, strayLineNumbers } from "./pi-links.ts";
import { readPi, repositoryOf, type PiSource } from "./pi-source.ts";
import { fileNamed, symbolNamed } from "./pi-symbols.ts";

/** It quotes what its sources say, rotten line numbers included. */
const QUOTES_LINE_NUMBERS = "docs/errata.md";

/** What pages and comments of the course say of places in Pi is so in the Pi that lies in the `node_modules` given. */
export function referencesCheck(modules: string): Check {
  return {
    name: "references",

    async run(root) {
      const source = readPi(modules);
      const findings = await Promise.all(pagesOf(root).map((page) => findingsIn(page, source)));
      return [...findings.flat(), ...(await docstringProblems(root, source))];
    },

    async fix(root) {
      const source = readPi(modules);
      const mended = await Promise.all(pagesOf(root).map((page) => mend(root, page, source)));
      return mended.flat();
    },
  };
}

/** The same for the pinned Pi, which must be installed. */
export const references = referencesCheck(join(COMPARE_FOLDER, "node_modules"));

/** The pages in which references are looked for. */
export function pagesOf(root: string): Document[] {
  return readDocuments(root, findChapters(root));
}

async function findingsIn(page: Document, source: PiSource): Promise<Finding[]> {
  const repository = repositoryOf(source);
  const links = piLinks(page, repository);
  const faults = await Promise.all(
    links.map(async (link) => {
      const fault = await faultOf(link, source);
      return fault ? [{ file: page.file, line: link.line, ...fault }] : [];
    }),
  );
  const hidden = hiddenLinks(page, repository).map(({ line, text }) => ({
    file: page.file,
    line,
    message: `${text} 链到 Pi 的源码，这种写法核对不了。写成行内链接：[FILE.ts#名字](…)。`,
  }));
  const stray = page.file === QUOTES_LINE_NUMBERS ? [] : strayLineNumbers(page, links);
  const rotting = stray.map(({ line, text }) => ({
    file: page.file,
    line,
    message: `${text} 是写死的行号，会过期。提到 Pi 就写成引用 [FILE.ts#名字](…)，提到课程自己的代码就写名字。`,
  }));
  return [...faults.flat(), ...hidden, ...rotting].toSorted((a, b) => a.line - b.line);
}

async function docstringProblems(root: string, source: PiSource): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { at, piFile, name } of docstringReferences(root)) {
    const file = fileNamed(source, piFile);
    if (!file) problems.push({ ...at, message: await unknownFile(piFile, source) });
    else if (!symbolNamed(file, name)) problems.push({ ...at, message: await unknownSymbol(file, name, source) });
  }
  return problems;
}

/** Rewrites a page where that needs no decision; gives its name when there was something to rewrite. */
async function mend(root: string, page: Document, source: PiSource): Promise<string[]> {
  const findings = await findingsIn(page, source);
  const edits = findings.flatMap(({ edit }) => edit ?? []);
  if (edits.length === 0) return [];
  writeFileSync(join(root, page.file), withEdits(page.text, edits));
  return [page.file];
}
