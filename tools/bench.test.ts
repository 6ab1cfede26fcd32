import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { benchCommand } from "./bench.ts";
import { TempCourse } from "./temp-course.ts";

const EMPTY = "export {};\n";

function course(files: Record<string, string>): TempCourse {
  const lessons = new TempCourse({ "package.json": '{ "type": "module" }', ...files });
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(lessons.root, "node_modules"));
  return lessons;
}

describe("npm run bench -- start", () => {
  it("prints a ratio for each chapter beside its target, and where that was measured", async () => {
    const { code, out, err } = await course({ "s01_a/main.ts": EMPTY }).run(benchCommand, "start", "--runs", "1");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^Node v[\d.]+，\d+ 核，.+；每个运行 1 次，取中位数\n\n章节 +时间 +比值 +目标\n空文件 *\d+ ms   1\.00\ns01 +\d+ ms   \d+\.\d\d   1\.25( {3}超过)?\n$/,
    );
  });

  it("compares a chapter from s09 on with a file that loads what it loads of the schema library", async () => {
    const lessons = course({
      "s08_a/main.ts": 'import "./tools.ts";\n',
      "s08_a/tools.ts": 'import { Type } from "typebox";\nexport const any = Type.Any();\n',
      "s09_b/main.ts": 'import "./validate.ts";\n',
      "s09_b/validate.ts":
        'import type { TSchema } from "typebox";\nimport {\n  Value,\n} from "typebox/value";\nexport const check = (schema: TSchema) => Value.Check(schema, 1);\n',
      "s09_b/validate.test.ts": 'import { Compile } from "typebox/compile";\nCompile({});\n',
    });
    const { out } = await lessons.run(benchCommand, "start", "--runs", "1");
    const names = out
      .split("\n")
      .slice(3)
      .map((line) => line.replace(/ *\d+ ms.*/, ""));
    expect(names).toEqual(["空文件", "s08", "", "空文件，载入 typebox/value", "", "s09", ""]);
  });

  it("does not time a chapter that fails", async () => {
    const lessons = course({ "s01_a/main.ts": "throw new Error('broken');\n" });
    await expect(lessons.run(benchCommand, "start", "--runs", "1")).rejects.toThrow("broken");
  });
});

describe("npm run bench -- loop", () => {
  const echo =
    'process.stdout.write(JSON.stringify(process.argv.slice(2)));\nprocess.stderr.write("no Pi");\nprocess.exitCode = 2;\n';

  it("hands its arguments to the comparison's own program, and hands back what that says and how it ends", async () => {
    const lessons = course({ "compare/bench/main.ts": echo });
    const { code, out, err } = await lessons.run(benchCommand, "loop", "--runs", "4", "--picture", "a.svg");
    expect({ code, err }).toEqual({ code: 2, err: "no Pi" });
    expect(JSON.parse(out)).toEqual(["--rounds", "4", "--picture", "a.svg"]);
  });

  it("comes after the start when nothing is chosen", async () => {
    const lessons = course({ "s01_a/main.ts": EMPTY, "compare/bench/main.ts": echo });
    const { code, out } = await lessons.run(benchCommand, "--runs", "1");
    expect(code).toBe(2);
    expect(out).toMatch(/\ns01 .+\n\n\["--rounds","3"\]$/);
  });
});

describe("npm run bench", () => {
  it.each([
    ["--runs", "0"],
    ["--runs", "many"],
    ["--runs"],
    ["5"],
    ["start", "loop"],
    ["--nope"],
    ["start", "--picture", "a"],
    ["loop"],
  ])("explains: %s %s", async (...argv) => {
    const lessons = course({ "s01_a/main.ts": EMPTY });
    const { code, out, err } = await lessons.run(benchCommand, ...argv.filter((one) => one !== undefined));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).not.toBe("");
  });
});
