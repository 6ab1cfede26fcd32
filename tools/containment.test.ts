import { describe, expect, it } from "vitest";
import { containmentCheck } from "./containment.ts";
import { TempCourse } from "./temp-course.ts";

function course(files: Record<string, string>): TempCourse {
  return new TempCourse({
    "package.json": JSON.stringify({ dependencies: { "@scope/kept": "1" }, devDependencies: { vitest: "4" } }),
    "s01_a/a.ts": "export const a = 1;\n",
    "s02_b/b.ts": "export {};\n",
    "shared/cli.ts": "export {};\n",
    "tools/check.ts": "export {};\n",
    ...files,
  });
}

const check = (files: Record<string, string>) => containmentCheck.run(course(files).root);

describe("the containment check", () => {
  it("accepts the own folder, the theatre, Node and listed packages", async () => {
    const code = `import { readFileSync } from "node:fs";
import "./b.ts";
import type { A } from "../shared/cli.ts";
import { it } from "vitest";
import kept from "@scope/kept/deep/file.js";
const later = await import("./b.ts");
const text = "../s01_a/a.ts";
`;
    expect(await check({ "s02_b/c.ts": code })).toEqual([]);
    expect(
      await check({ "s02_b/exercises/one/start.ts": 'import "../../b.ts"; import "../../../shared/cli.ts";' }),
    ).toEqual([]);
  });

  it.each([
    'import { a } from "../s01_a/a.ts";',
    'import type { a } from "../s01_a/a.ts";',
    'import "../s01_a/a.ts";',
    'import a = require("../s01_a/a.ts");',
    'export { a } from "../s01_a/a.ts";',
    'export type { a } from "../s01_a/a.ts";',
    'export * from "../s01_a/a.ts";',
    'const a = await import("../s01_a/a.ts");',
    "const a = await import(`../s01_a/a.ts`);",
    'const a = require("../s01_a/a.ts");',
    'type A = import("../s01_a/a.ts").A;',
    'function f() { return () => import("./../s01_a/a.ts"); }',
  ])("fails for another chapter: %s", async (code) => {
    const problems = await check({ "s02_b/c.ts": `// 第一行\n\n${code}\n` });
    expect(problems).toMatchObject([{ file: "s02_b/c.ts", line: 3 }]);
    expect(problems[0]?.message).toContain("s01_a/a.ts");
  });

  it.each([
    ["the tools", 'import "../tools/check.ts";', "../tools/check.ts"],
    ["the root", 'import "../package.json";', "../package.json"],
    ["outside of the course", 'import "../../elsewhere.ts";', "../../elsewhere.ts"],
    ["a package that is not listed", 'import "left-pad";', "没有 left-pad"],
    ["a scoped package that is not listed", 'import "@scope/other/file";', "没有 @scope/other"],
    ["Node without node:", 'import "fs";', "node:fs"],
    ["an absolute path", 'import "/s02_b/b.ts";', "/s02_b/b.ts"],
    ["a path that is worked out", "const name = './b.ts'; await import(name);", "算出来"],
    ["a path with a hole", "await import(`../${name}/a.ts`);", "算出来"],
  ])("fails for %s", async (_, code, answer) => {
    const problems = await check({ "s02_b/c.ts": code });
    expect(problems).toMatchObject([{ file: "s02_b/c.ts", line: 1 }]);
    expect(problems[0]?.message).toContain(answer);
  });

  it("looks into tests, exercises and files of other endings", async () => {
    const code = 'import "../s01_a/a.ts";';
    const deep = 'import "../../../s01_a/a.ts";';
    const problems = await check({ "s02_b/c.test.ts": code, "s02_b/d.mjs": code, "s02_b/exercises/x/e.ts": deep });
    expect(problems.map(({ file }) => file)).toEqual(["s02_b/c.test.ts", "s02_b/d.mjs", "s02_b/exercises/x/e.ts"]);
  });

  it("lets exercises, and only them, name their own chapter and the theatre as package.json does", async () => {
    const code = 'import "#s02/b.ts";\nimport "#shared/cli.ts";\n';
    expect(await check({ "s02_b/exercises/01_x/check.ts": code })).toEqual([]);
    expect(await check({ "s02_b/exercises/01_x/check.ts": 'import "#s01/a.ts";' })).toMatchObject([{ line: 1 }]);
    expect(await check({ "s02_b/c.ts": code, "shared/stage.ts": code })).toHaveLength(4);
  });

  it("keeps chapters and tools out of the theatre", async () => {
    const problems = await check({
      "shared/stage.ts": 'import "./cli.ts";\nimport "../s01_a/a.ts";\nimport "../tools/check.ts";\n',
    });
    expect(problems).toMatchObject([
      { file: "shared/stage.ts", line: 2 },
      { file: "shared/stage.ts", line: 3 },
    ]);
  });
});
