import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { staleProblems, writeGenerated } from "./generated.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "generated-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const part = { file: "README.md", name: "ledger", content: "| new |" };
const page = (content: string) =>
  `before\n\n<!-- compare:ledger -->\n\n${content}\n\n<!-- /compare:ledger -->\n\nafter\n`;

test("a part that says what it should is no problem", () => {
  writeFileSync(join(root, "README.md"), page("| new |"));
  expect(staleProblems(root, [part])).toEqual([]);
  expect(writeGenerated(root, [part])).toEqual([]);
});

test("one changed character is a problem, and the fix mends it and nothing else", () => {
  writeFileSync(join(root, "README.md"), page("| nev |"));
  expect(staleProblems(root, [part])[0]?.message).toContain("--fix");
  expect(writeGenerated(root, [part])).toEqual(["README.md"]);
  expect(readFileSync(join(root, "README.md"), "utf8")).toBe(page("| new |"));
});

test("a page without the marks is a problem that the fix leaves to a person", () => {
  writeFileSync(join(root, "README.md"), "no marks here\n");
  expect(staleProblems(root, [part])[0]?.message).toContain("<!-- compare:ledger -->");
  expect(writeGenerated(root, [part])).toEqual([]);
});

test("a part that stands twice is a problem, whichever of the two is right", () => {
  writeFileSync(join(root, "README.md"), page("| new |") + page("| old |"));
  expect(staleProblems(root, [part])[0]?.message).toContain("两次");
});

test("a whole file is written, also where there was none", () => {
  const file = { file: "curve.svg", content: "<svg/>\n" };
  expect(staleProblems(root, [file])).toHaveLength(1);
  expect(writeGenerated(root, [file])).toEqual(["curve.svg"]);
  expect(staleProblems(root, [file])).toEqual([]);
});
