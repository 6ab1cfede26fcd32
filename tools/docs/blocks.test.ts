import { describe, expect, it } from "vitest";
import { blocksOf, rewriteBlock } from "./blocks.ts";
import { parseDocument, withEdits } from "./documents.ts";

/** The only block of `text`, and `text` after the block was given other content. */
function rewritten(text: string, content: string): string | undefined {
  const document = parseDocument("README.md", text);
  const [block] = blocksOf(document);
  const edit = block && rewriteBlock(document, block, content);
  return edit && withEdits(text, [edit]);
}

describe("blocksOf", () => {
  it("finds blocks in lists, quotes and folded parts, with the line of their fence", () => {
    const text = [
      "- item",
      "",
      "  ```ts a.ts#A",
      "  const a = 1;",
      "  ```",
      "",
      "> ```text excerpt",
      "> b",
      "> ```",
      "",
      "<details><summary>more</summary>",
      "",
      "```sh",
      "npm run s01",
      "```",
      "",
      "</details>",
    ].join("\n");
    expect(
      blocksOf(parseDocument("a.md", text)).map(({ lang, meta, content, line }) => [lang, meta, content, line]),
    ).toEqual([
      ["ts", "a.ts#A", "const a = 1;", 3],
      ["text", "excerpt", "b", 7],
      ["sh", "", "npm run s01", 13],
    ]);
  });

  it("counts the headings before a block", () => {
    const text = "# a\n\n```ts\n```\n\n## b\n\n```ts\n```\n";
    expect(blocksOf(parseDocument("a.md", text)).map(({ section }) => section)).toEqual([1, 2]);
  });

  it("reads the content with one kind of line ending", () => {
    expect(blocksOf(parseDocument("a.md", "```ts\r\na\r\nb\r\n```\r\n"))[0]?.content).toBe("a\nb");
  });
});

describe("rewriteBlock", () => {
  it.each([
    ["at the top", "a\n\n```ts x\nold\n```\n\nb\n", "a\n\n```ts x\nnew\n\nline\n```\n\nb\n"],
    ["in a list", "1. a\n\n   ```ts x\n   old\n   ```\n2. b", "1. a\n\n   ```ts x\n   new\n\n   line\n   ```\n2. b"],
    ["right after a list mark", "- ```ts x\n  old\n  ```\n", "- ```ts x\n  new\n\n  line\n  ```\n"],
    ["in a quote", "> ```ts x\n> old\n> ```\n", "> ```ts x\n> new\n>\n> line\n> ```\n"],
    ["with Windows line endings", "```ts x\r\nold\r\n```\r\n", "```ts x\r\nnew\r\n\r\nline\r\n```\r\n"],
    ["with blanks after its fences", "```ts x  \nold\n```  \n", "```ts x  \nnew\n\nline\n```  \n"],
    ["between four backticks", "````ts x\n```\n````\n", "````ts x\nnew\n\nline\n````\n"],
    ["between tildes", "~~~ts x\nold\n~~~\n", "~~~ts x\nnew\n\nline\n~~~\n"],
    ["after a byte order mark", "\uFEFFa\n\n```ts x\nold\n```\n", "\uFEFFa\n\n```ts x\nnew\n\nline\n```\n"],
    ["that was empty", "```ts x\n```\n", "```ts x\nnew\n\nline\n```\n"],
  ])("rewrites a block %s and nothing else", (_, before, after) => {
    expect(rewritten(before, "new\n\nline")).toBe(after);
  });

  it("makes the fence longer than any in the content", () => {
    expect(rewritten("```ts x\nold\n```\n", "const doc = `\n```ts\n````\n`;")).toBe(
      "`````ts x\nconst doc = `\n```ts\n````\n`;\n`````\n",
    );
  });

  it("empties a block", () => {
    expect(rewritten("```text\nold\n```\n", "")).toBe("```text\n```\n");
  });

  it.each([
    ["at the top", "```ts x\nold\n\nprose\n\n```sh\nnpm run s01\n```\n"],
    ["in a list", "```ts x\nold\n\n- ````text excerpt\n  a\n  ````\n"],
    ["between tildes", "~~~ts x\nold\n\n~~~ sh\nnpm run s01\n~~~\n"],
  ])("leaves a block that ran on into another one %s", (_, text) => {
    expect(rewritten(text, "new")).toBeUndefined();
  });

  it("leaves a block that is never closed, and one without fences", () => {
    expect(rewritten("```ts x\nold\n", "new")).toBeUndefined();
    expect(rewritten("```ts x\nold ```", "new")).toBeUndefined();
    expect(rewritten("    old\n", "new")).toBeUndefined();
  });
});
