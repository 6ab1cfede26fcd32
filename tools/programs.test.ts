import { describe, expect, it } from "vitest";
import { formatCheck, lintCheck, typesCheck } from "./programs.ts";
import { TempCourse } from "./temp-course.ts";

const TSCONFIG = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, include: ["*.ts"] });
const OXLINT = JSON.stringify({ categories: { correctness: "error", suspicious: "warn" } });

const CHECKS = [typesCheck, lintCheck, formatCheck];

function course(code: string): TempCourse {
  return new TempCourse({
    "tsconfig.json": TSCONFIG,
    ".oxlintrc.json": OXLINT,
    ".oxfmtrc.json": JSON.stringify({ ignorePatterns: ["*.json"] }),
    "a.ts": code,
  });
}

describe("the checks that other programs do", () => {
  it("find nothing in good code", async () => {
    const { root } = course("export const a: number = 1;\n");
    expect(await Promise.all(CHECKS.map((check) => check.run(root)))).toEqual([[], [], []]);
  });

  it("fail for a wrong type", async () => {
    const [problem, ...more] = await typesCheck.run(course('\nexport const a: number = "1";\n').root);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ file: "a.ts", line: 2 });
    expect(problem?.message).toContain("TS2322");
  });

  it("fail for code that should not be, warnings included", async () => {
    const { root } = course("\ndebugger;\nexport const a = [1].map(String);\nconst b = 1;\n");
    const problems = await lintCheck.run(root);
    expect(problems).toMatchObject([
      { file: "a.ts", line: 2 },
      { file: "a.ts", line: 4 },
    ]);
  });

  it("fail for layout, and mend it", async () => {
    const { root } = course("export const a  = 1\n");
    expect(await formatCheck.run(root)).toMatchObject([{ file: "a.ts" }]);
    expect(await formatCheck.fix?.(root)).toEqual(["a.ts"]);
    expect(await formatCheck.run(root)).toEqual([]);
    expect(await formatCheck.fix?.(root)).toEqual([]);
  });

  it.each([
    ["types", typesCheck, "tsconfig.json"],
    ["lint", lintCheck, ".oxlintrc.json"],
    ["format", formatCheck, ".oxfmtrc.json"],
  ])("fail when the program cannot do its work: %s", async (_, check, file) => {
    const lessons = course("export {};\n");
    lessons.write(file, "{ nonsense");
    expect((await check.run(lessons.root)).length).toBeGreaterThan(0);
  });

  it("fail for code that does not parse", async () => {
    const { root } = course("export const = ;\n");
    const found = await Promise.all(CHECKS.map((check) => check.run(root)));
    expect(found).not.toContainEqual([]);
  });
});
