import { describe, expect, it } from "vitest";
import { blocksOf, rewriteBlock, type Block } from "./blocks.ts";
import { openCourse, type Course, type Finding } from "./course.ts";
import { readDocuments, withEdits, type Document } from "./documents.ts";
import { copyOfThisCourse, smallCourse } from "./fixture.ts";
import { docsCheck } from "./index.ts";
import { isOfComparison, outputBlocks, outputsOf } from "./rules/outputs.ts";
import { sourceBlocks } from "./rules/sources.ts";

describe("docsCheck", () => {
  it("says nothing about a course in which all is well, and fixes nothing", async () => {
    const course = smallCourse();
    expect(await docsCheck.run(course.root)).toEqual([]);
    expect(await docsCheck.fix?.(course.root)).toEqual([]);
  });

  it("reports in the order of files and lines, and mends all at once without touching anything else", async () => {
    const course = smallCourse();
    const file = "s01_echo/README.md";
    const asOnWindows = course.read(file).replaceAll("\n", "\r\n");
    course.write(file, asOnWindows);
    course.edit(file, "return said", "return sad");
    course.edit(file, "heard", "herd");
    course.edit(file, "→ `s01`", "-> `s01`");
    const problems = await docsCheck.run(course.root);
    expect(problems.map(({ line }) => line)).toEqual(
      problems.map(({ line }) => line).toSorted((a = 0, b = 0) => a - b),
    );
    expect(problems).toHaveLength(3);

    expect(await docsCheck.fix?.(course.root)).toEqual([file]);
    expect(course.read(file)).toBe(asOnWindows);
    expect(await docsCheck.run(course.root)).toEqual([]);
  });
});

describe("the lessons of this course", () => {
  it("cannot lose a character of a checked block unnoticed, and get it back", { timeout: 180_000 }, async () => {
    const copy = copyOfThisCourse();
    const course = await openCourse(copy.root);
    const wrongAlready = await blockFindings(course);
    const pages = course.documents
      .filter(({ file }) => !wrongAlready.some((finding) => finding.file === file))
      .map((document) => ({ document, blocks: checkedBlocks(document) }))
      .filter(({ blocks }) => blocks.length > 0);
    expect(pages.filter(({ document }) => /^s\d\d_/.test(document.file))).not.toEqual([]);

    for (const { document, blocks } of pages) copy.write(document.file, withOneCharacterChanged(document, blocks));
    const noticed = await blockFindings({ ...course, documents: readDocuments(copy.root, course.chapters) });
    const missed = pages.flatMap(({ document, blocks }) =>
      blocks.filter((block) => !noticed.some((finding) => isIn(finding, document, block))),
    );
    expect(missed).toEqual([]);

    await docsCheck.fix?.(copy.root);
    for (const { document } of pages) expect(copy.read(document.file)).toBe(document.text);
  });
});

async function blockFindings(course: Course): Promise<Finding[]> {
  return [...sourceBlocks(course), ...(await outputBlocks(course))];
}

function checkedBlocks(document: Document): Block[] {
  const sources = blocksOf(document).filter(({ lang, meta }) => lang === "ts" && meta !== "sketch");
  const outputs = outputsOf(document).filter(({ shell }) => !isOfComparison(shell));
  return [...sources, ...outputs.map(({ block }) => block)];
}

function isIn(finding: Finding, document: Document, { line, content }: Block): boolean {
  const at = finding.line ?? 0;
  return finding.file === document.file && at >= line && at <= line + content.split("\n").length;
}

/** The document with another character in the middle of each block. */
function withOneCharacterChanged(document: Document, blocks: Block[]): string {
  const edits = blocks.flatMap((block) => {
    const chars = block.content.split("");
    const at = chars.findIndex((char, index) => index >= Math.floor(chars.length / 2) && char !== "\n");
    chars[at] = chars[at] === "x" ? "y" : "x";
    return rewriteBlock(document, block, chars.join("")) ?? [];
  });
  expect(edits).toHaveLength(blocks.length);
  return withEdits(document.text, edits);
}
