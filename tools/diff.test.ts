import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../shared/terminal.ts";
import { diffCommand } from "./diff.ts";
import { TempCourse } from "./temp-course.ts";

function course(): TempCourse {
  return new TempCourse({
    "s01_a/loop.ts": "// Runs.\nexport const run = () => 1;\n",
    "s01_a/old.ts": "export const old = 1;\n",
    "s01_a/tools.ts": "export {};\n",
    "s01_a/main.ts": "play();\n",
    "s02_b/hooks.ts": "export type Hook = 1;\n\nexport const hook = 1;\n",
    "s02_b/loop.ts": "// Runs twice.\nexport const run = () => 2;\n",
    "s02_b/loop.test.ts": "test();\n",
    "s02_b/tools.ts": "export {};\n",
    "s02_b/main.ts": "play(2);\n",
  });
}

describe("npm run diff", () => {
  it("shows what a chapter adds, changes, removes and keeps, and how much that is", async () => {
    const { code, out } = await course().run(diffCommand, "s02");
    expect(code).toBe(0);
    expect(out).toBe(`s01_a → s02_b

新增  hooks.ts
改动  loop.ts
移除  old.ts
不变  tools.ts

--- /dev/null
+++ s02_b/hooks.ts
@@ -0,0 +1,3 @@
+export type Hook = 1;
+
+export const hook = 1;

--- s01_a/loop.ts
+++ s02_b/loop.ts
@@ -1,2 +1,2 @@
-// Runs.
-export const run = () => 1;
+// Runs twice.
+export const run = () => 2;

--- s01_a/old.ts
+++ /dev/null
@@ -1,1 +0,0 @@
-export const old = 1;

机制：加 5 行，减 3 行。空行、注释、import 和类型不计，是 2 行新的（一步最多 150 行）。
`);
  });

  it("leaves out what plays the chapter, unless asked; the count stays that of the mechanism", async () => {
    const lessons = course();
    const { out: mechanism } = await lessons.run(diffCommand, "s02");
    expect(mechanism).not.toContain("main.ts");
    const { out: all } = await lessons.run(diffCommand, "s02", "--all");
    expect(all).toContain("改动  loop.ts  main.ts");
    expect(all).toContain("-play();\n+play(2);");
    expect(all.split("\n").at(-2)).toBe(mechanism.split("\n").at(-2));
  });

  it("says that a step of which the limit does not hold is one", async () => {
    const hinge = new TempCourse({ "s06_a/loop.ts": "export {};\n", "s07_b/loop.ts": "export const run = 1;\n" });
    const { out } = await hinge.run(diffCommand, "s07");
    expect(out).toContain("是 1 行新的（一步最多 150 行，s07、s08 除外）。");
  });

  it("shows the whole of the first chapter", async () => {
    const { code, out } = await course().run(diffCommand, "s01");
    expect(code).toBe(0);
    expect(out).toContain("s01 前面没有章节可比");
    expect(out).toContain("+export const run = () => 1;");
  });

  it("shows a chapter that a reader has broken", async () => {
    const lessons = course();
    lessons.write("s02_b/loop.ts", "export const run = (\n");
    expect((await lessons.run(diffCommand, "s02")).out).toContain("+export const run = (");
  });

  it("takes the folder as a shell completes it", async () => {
    expect((await course().run(diffCommand, "s02_b/")).code).toBe(0);
  });

  it("colours lines for a person only", async () => {
    const written: string[] = [];
    const terminal: Terminal = {
      write: (text) => void written.push(text),
      writeError: () => {},
      interactive: true,
      colour: true,
      nextLine: async () => false,
    };
    await diffCommand(["s02"], terminal, course().root);
    expect(written).toContain("\u001B[32m+export type Hook = 1;\u001B[39m\n");
    expect(written).toContain("\u001B[31m-// Runs.\u001B[39m\n");
  });

  it("explains itself, and says what exists when it is asked for something else", async () => {
    const lessons = course();
    expect(await lessons.run(diffCommand, "--help")).toMatchObject({ code: 0, err: "" });
    const unknown = await lessons.run(diffCommand, "s09");
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain("没有 s09 这一章。现有：\n  s01  s01_a\n  s02  s02_b");
    for (const argv of [[], ["s01", "s02"], ["--nope"]]) {
      const wrong = await lessons.run(diffCommand, ...argv);
      expect(wrong).toMatchObject({ code: 2, out: "" });
      expect(wrong.err).toContain("用法：npm run diff");
    }
  });

  it("ends quietly when the reader closes the pipe", () => {
    const root = fileURLToPath(new URL("..", import.meta.url));
    const script = "set -o pipefail; node --import tsx tools/diff.ts s01 | head -1";
    const { status, stderr } = spawnSync("bash", ["-c", script], { cwd: root, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
