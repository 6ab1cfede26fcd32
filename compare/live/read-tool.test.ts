import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LARGEST_FILE, readTool } from "./read-tool.ts";

const outside = mkdtempSync(join(tmpdir(), "read-"));
const root = join(outside, "course");

beforeAll(() => {
  mkdirSync(join(root, "docs/empty"), { recursive: true });
  mkdirSync(join(root, ".git"));
  mkdirSync(join(outside, "course-of-another"));
  const files = {
    "docs/run.md": "一次运行",
    ".env": "KEY=secret",
    ".git/config": "secret",
    "../secret.md": "secret",
    "../course-of-another/secret.md": "secret",
    "large.txt": "x".repeat(LARGEST_FILE + 1),
    "full.txt": "x".repeat(LARGEST_FILE),
    "picture.bin": "a\0b",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  symlinkSync(join(outside, "secret.md"), join(root, "link.md"));
  symlinkSync(outside, join(root, "up"));
  symlinkSync(join(root, ".env"), join(root, "plain.txt"));
  symlinkSync(join(root, "docs/run.md"), join(root, "inside.md"));
  symlinkSync(join(root, "nowhere"), join(root, "broken"));
  execFileSync("mkfifo", [join(root, "pipe")]);
});
afterAll(() => rmSync(outside, { recursive: true }));

async function read(path: string): Promise<unknown> {
  const { content } = await readTool(root).execute("call-1", { path });
  return content.map((block) => (block.type === "text" ? block.text : block.type)).join("");
}

describe("the read tool", () => {
  it("reads a file, also by a link that stays inside", async () => {
    expect(await read("docs/run.md")).toBe("一次运行");
    expect(await read(join(root, "docs/run.md"))).toBe("一次运行");
    expect(await read("inside.md")).toBe("一次运行");
    expect(await read("docs/../full.txt")).toHaveLength(LARGEST_FILE);
  });

  it("lists a folder without what is hidden", async () => {
    const names = [
      "broken",
      "docs/",
      "full.txt",
      "inside.md",
      "large.txt",
      "link.md",
      "picture.bin",
      "pipe",
      "plain.txt",
      "up/",
    ];
    expect(await read(".")).toBe(names.join("\n"));
    expect(await read("docs/empty")).toBe("（空文件夹）");
  });

  it.each([
    ["../secret.md", "外面"],
    ["..", "外面"],
    ["docs/../../secret.md", "外面"],
    ["../course-of-another/secret.md", "外面"],
    [join(outside, "secret.md"), "外面"],
    ["../not-there.md", "外面"],
    ["link.md", "外面"],
    ["up/secret.md", "外面"],
    [".env", "隐藏"],
    [".git/config", "隐藏"],
    ["docs/../.env", "隐藏"],
    ["plain.txt", "隐藏"],
    ["not-there.md", "没有 not-there.md"],
    ["broken", "没有 broken"],
    ["large.txt", `最多读 ${LARGEST_FILE} 字节`],
    ["picture.bin", "不是文本文件"],
    ["pipe", "不是文件，也不是文件夹"],
  ])("refuses %s", async (path, words) => {
    await expect(read(path)).rejects.toThrow(words);
  });
});
