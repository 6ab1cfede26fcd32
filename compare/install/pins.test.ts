import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pinProblems } from "./pins.ts";

const compare = fileURLToPath(new URL("..", import.meta.url));
let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pins-"));
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(compare, name), join(root, "compare", name));
});
afterEach(() => rmSync(root, { recursive: true }));

function edit(name: string, from: string, to: string): void {
  const path = join(root, "compare", name);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replaceAll(from, to));
}

const messages = () => pinProblems(root).map(({ message }) => message);
const PI = '"@earendil-works/pi-agent-core": "';

test("the pins as they are hold", () => {
  expect(messages()).toEqual([]);
});

test("a range is no pin", () => {
  edit("package.json", `${PI}0.83.0`, `${PI}^0.83.0`);
  expect(messages()[0]).toContain("确切的版本");
});

test("manifest and lock file must agree", () => {
  edit("package.json", '"leven": "', '"leven": "9');
  expect(messages()).toEqual([expect.stringContaining("package-lock.json 对不上")]);
});

test("another Pi is not the one that the course speaks of, even when both files agree", () => {
  edit("package.json", `${PI}0.83.0`, `${PI}0.84.0`);
  edit("package-lock.json", `${PI}0.83.0`, `${PI}0.84.0`);
  expect(messages()).toEqual([expect.stringContaining("应当是 0.83.0")]);
});
