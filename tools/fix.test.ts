import { describe, expect, it } from "vitest";
import { fixCommand } from "./fix.ts";
import { lineageCheck } from "./lineage/index.ts";
import { tableHead } from "./lineage/table.ts";
import type { Check } from "./problem.ts";
import { TempCourse } from "./temp-course.ts";

const manual: Check = { name: "manual", run: async () => [{ file: "a.md", message: "手工改。" }] };
const mending: Check = { name: "mending", run: async () => [], fix: async () => ["b.md", "a.md"] };
const fix = fixCommand((accepted) => [manual, mending, lineageCheck(accepted)]);

function course(): TempCourse {
  return new TempCourse({
    "s01_a/README.md": `## 接入主线\n\n${tableHead(undefined)}\n| \`a.ts\` | 新增 | + \`a\` | 有了 |\n`,
    "s01_a/a.ts": "export const a = 1;\n",
    "s02_b/README.md": `## 接入主线\n\n${tableHead("s01")}\n| \`a.ts\` | 不变 |  | 照旧 |\n`,
    "s02_b/a.ts": "export const a = 1;\n",
  });
}

describe("npm run fix", () => {
  it("lists the files that were written, and ends with 0 when nothing is left", async () => {
    expect(await course().run(fix)).toEqual({ code: 0, out: "写了 a.md\n写了 b.md\n", err: "" });
  });

  it("says when there was nothing to write", async () => {
    expect(await course().run(fix, "lineage")).toEqual({ code: 0, out: "没有要写的文件。\n", err: "" });
  });

  it("does not make an edit that went astray part of the lesson, and shows what is left to decide", async () => {
    const lessons = course();
    const page = lessons.read("s02_b/README.md");
    lessons.edit("s01_a/a.ts", "1", "2");
    const { code, out } = await lessons.run(fix, "lineage");
    expect(code).toBe(1);
    expect(out).toContain("npm run carry -- s01/a.ts");
    expect(out).toContain("还剩 1 个问题要人来决定。");
    expect(lessons.read("s02_b/README.md")).toBe(page);
  });

  it("puts a difference into the table that a person accepts", async () => {
    const lessons = course();
    lessons.edit("s02_b/a.ts", "1", "2");
    const { code, out } = await lessons.run(fix, "--accept", "s02_b/a.ts");
    expect({ code, out }).toEqual({ code: 0, out: "写了 a.md\n写了 b.md\n写了 s02_b/README.md\n" });
    expect(lessons.read("s02_b/README.md")).toContain("| `a.ts` | 改动 | ~ `a` | 照旧 |");
  });

  it("goes on after a fix that breaks down, and says in which chapter a file does not parse", async () => {
    const lessons = course();
    lessons.write("s02_b/a.ts", "export const = 2;\n");
    const { code, out } = await lessons.run(fixCommand(() => [lineageCheck(), mending]));
    expect(code).toBe(1);
    expect(out).toContain("写了 a.md\n写了 b.md\n");
    expect(out).toContain("改的时候出错了：SyntaxError: s02_b/a.ts: ");
  });

  it.each([
    [["--accept", "s02/a.ts"], "没有等着决定的不同"],
    [["--accept", "s09/a.ts"], "没有 s09 这一章"],
    [["--accept", "a.ts"], "看不懂 a.ts"],
    [["--accept"], "用法：npm run fix"],
    [["--nope"], "用法：npm run fix"],
    [["nope"], "没有这样的检查：nope"],
    [["manual", "mending"], "manual 没有能自动改的"],
  ])("explains what it cannot do, and writes nothing: %j", async (argv, answer) => {
    const { code, out, err } = await course().run(fix, ...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(answer);
  });

  it("does not accept a difference while it leaves the tables alone", async () => {
    const lessons = course();
    lessons.edit("s02_b/a.ts", "1", "2");
    const { code, err } = await lessons.run(fix, "mending", "--accept", "s02/a.ts");
    expect(code).toBe(2);
    expect(err).toContain("lineage");
  });
});
