import { describe, expect, it } from "vitest";
import { stepLines, stepSizeCheck } from "./step-size.ts";
import { TempCourse } from "./temp-course.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `export const n${index} = 1;\n`).join("");
const functionOf = (count: number) => `export function long() {\n${"  work();\n".repeat(count - 2)}}\n`;

describe("stepLines", () => {
  it("counts what is new or changed and does something", () => {
    const before = new Map([["a.ts", "export const a = 1;\nexport const b = 1;\n"]]);
    const after = new Map([
      ["a.ts", "export const a = 2; // now two\nexport const b = 1;\n"],
      ["b.ts", "export function f() {\n  return 1;\n}\n"],
    ]);
    expect(stepLines(before, after)).toBe(4);
  });

  it("does not count blank lines, comments, imports, re-exports and types", () => {
    const code = `import { a } from "./a.ts";
export { b } from "./b.ts";
export * from "./c.ts";

/**
 * Says why.
 */
export type T = {
  a: string;
};
interface I {
  a: string;
}
declare function f(): void;
function g(): void;
function g() {
  // 中文 and 🙂 before code
}
`;
    expect(stepLines(new Map(), new Map([["a.ts", code]]))).toBe(2);
  });

  it("does not count a comment or a type that changed beside code", () => {
    const code = (note: string) => `export const a = 1; // ${note}\ntype ${note} = 1;\n`;
    expect(stepLines(new Map([["a.ts", code("One")]]), new Map([["a.ts", code("Two")]]))).toBe(0);
  });
});

describe("the step-size check", () => {
  const found = async (files: Record<string, string>) => await stepSizeCheck.run(new TempCourse(files).root);

  it("accepts a step, a file and a function of the full size", async () => {
    expect(await found({ "s01_a/a.ts": lines(150), "s02_b/a.ts": functionOf(40) })).toEqual([]);
  });

  it("fails for a step that is too large, over all files", async () => {
    const [problem] = await found({ "s01_a/a.ts": lines(100), "s01_a/b.ts": lines(51) });
    expect(problem).toMatchObject({ file: "s01_a" });
    expect(problem?.message).toContain("151");
  });

  it("does not count what the chapter before had", async () => {
    expect(await found({ "s01_a/a.ts": lines(140), "s02_b/a.ts": lines(140), "s02_b/b.ts": lines(20) })).toEqual([]);
  });

  it("lets the hinge of the course take more", async () => {
    const files = { "a.ts": lines(100), "b.ts": lines(100) };
    const chapter = (folder: string) =>
      Object.fromEntries(Object.entries(files).map(([file, code]) => [`${folder}/${file}`, code]));
    expect(await found(chapter("s07_content_blocks"))).toEqual([]);
    expect(await found(chapter("s06_turn_snapshot"))).toHaveLength(1);
  });

  it("leaves the conversion of arguments out of the step, and out of nothing else", async () => {
    const step = (file: string) => found({ "s01_a/a.ts": lines(100), [`s01_a/${file}`]: lines(100) });
    expect(await step("coerce.ts")).toEqual([]);
    expect(await step("coercion.ts")).toHaveLength(1);
    expect(await found({ "s01_a/coerce.ts": lines(151) })).toHaveLength(1);
  });

  it("fails for a long file, whatever fills it", async () => {
    const [problem] = await found({ "s01_a/a.ts": "// talk\n".repeat(151) });
    expect(problem).toMatchObject({ file: "s01_a/a.ts" });
    expect(problem?.message).toContain("151");
  });

  it.each([
    ["a function", functionOf(41), 1],
    ["an arrow function", `\n${functionOf(41).replace("function long()", "const long = () =>")}`, 2],
    ["a method", `class A {\n${functionOf(41).replace("export function ", "")}}\n`, 2],
  ])("fails for %s that is too long", async (_, code, line) => {
    expect(await found({ "s01_a/a.ts": code })).toMatchObject([{ file: "s01_a/a.ts", line }]);
  });

  it("looks at mechanism only", async () => {
    expect(await found({ "s01_a/cases.ts": lines(200), "s01_a/a.test.ts": functionOf(200) })).toEqual([]);
  });
});
