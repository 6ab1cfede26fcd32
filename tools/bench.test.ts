import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { benchCommand } from "./bench.ts";
import { TempCourse } from "./temp-course.ts";

function course(main: string): TempCourse {
  const lessons = new TempCourse({ "package.json": '{ "type": "module" }', "s01_a/main.ts": main });
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(lessons.root, "node_modules"));
  return lessons;
}

describe("npm run bench", () => {
  it("prints a ratio for each chapter beside its target, and where that was measured", async () => {
    const { code, out, err } = await course("export {};\n").run(benchCommand, "--runs", "1");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^Node v[\d.]+，\d+ 核，.+；每个运行 1 次，取中位数\n\n章节 +时间 +比值 +目标\n空文件 *\d+ ms   1\.00\ns01 +\d+ ms   \d+\.\d\d   1\.25( {3}超过)?\n$/,
    );
  });

  it("does not time a chapter that fails", async () => {
    await expect(course("throw new Error('broken');\n").run(benchCommand, "--runs", "1")).rejects.toThrow("broken");
  });

  it.each([["--runs", "0"], ["--runs", "many"], ["--runs"], ["5"], ["--nope"]])("explains: %s %s", async (...argv) => {
    const { code, out } = await course("export {};\n").run(benchCommand, ...argv.filter((one) => one !== undefined));
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});
