import { describe, expect, it } from "vitest";
import { carryCommand } from "./carry.ts";
import { TempCourse } from "./temp-course.ts";

const BODY = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join("");

/** s02 carries the file, s03 changed its last line and s04 carries that; s05 has none, s06 has one again. */
function course(): TempCourse {
  const changed = BODY.replace("line 12", "line 12 of s03");
  const lessons = new TempCourse({
    "s01_a/tools.ts": BODY,
    "s01_a/tools.test.ts": BODY,
    "s02_b/tools.ts": BODY,
    "s02_b/tools.test.ts": BODY,
    "s03_c/tools.ts": changed,
    "s04_d/tools.ts": changed,
    "s05_e/loop.ts": BODY,
    "s06_f/tools.ts": BODY,
  });
  lessons.commit();
  return lessons;
}

describe("npm run carry", () => {
  it("replaces a carried file, merges a changed one, and stops where the file is gone", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.ts", "line 2\n", "line two\n");
    const { code, out } = await lessons.run(carryCommand, "s01/tools.ts");
    expect(out).toBe(`s02  替换  s02_b/tools.ts
s03  合并  s03_c/tools.ts
s04  替换  s04_d/tools.ts
s05  没有这个文件  s05_e/tools.ts

s05 没有 tools.ts，带到这里为止。
s06 又有同名的文件，没有动；要不要改，请自己看。

接着运行 npm run fix（课文里引用的代码），再运行 npm run check。
`);
    expect(code).toBe(0);
    expect(lessons.read("s02_b/tools.ts")).toBe(lessons.read("s01_a/tools.ts"));
    expect(lessons.read("s03_c/tools.ts")).toBe(
      BODY.replace("line 2\n", "line two\n").replace("line 12", "line 12 of s03"),
    );
    expect(lessons.read("s04_d/tools.ts")).toBe(lessons.read("s03_c/tools.ts"));
    expect(lessons.read("s06_f/tools.ts")).toBe(BODY);
  });

  it("has nothing left to do the second time", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.ts", "line 2\n", "line two\n");
    await lessons.run(carryCommand, "s01/tools.ts");
    const { code, out } = await lessons.run(carryCommand, "s01/tools.ts");
    expect(code).toBe(0);
    expect(out).toContain("s02  已相同  s02_b/tools.ts\ns03  已相同  s03_c/tools.ts\ns04  已相同  s04_d/tools.ts\n");
  });

  it("goes on from a chapter that was mended by hand", async () => {
    const lessons = course();
    for (const folder of ["s01_a", "s02_b", "s03_c"]) lessons.edit(`${folder}/tools.ts`, "line 2\n", "line two\n");
    const { out } = await lessons.run(carryCommand, "s01_a/tools.ts");
    expect(out).toContain("s03  已相同  s03_c/tools.ts\ns04  替换  s04_d/tools.ts\n");
    expect(lessons.read("s04_d/tools.ts")).toBe(lessons.read("s03_c/tools.ts"));
  });

  it("stops at a conflict, leaves that chapter and those after it alone, and goes on from there once it is solved", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.ts", "line 2\n", "line two\n");
    lessons.edit("s01_a/tools.ts", "line 12", "line twelve");
    const { code, out } = await lessons.run(carryCommand, "s01/tools.ts");
    expect(code).toBe(1);
    expect(out).toContain("s02  替换  s02_b/tools.ts\ns03  冲突  s03_c/tools.ts\n");
    expect(out).toContain("s03_c/tools.ts 第 12 行，两边都改了：\n  这一章 │ line 12 of s03\n  带来的 │ line twelve\n");
    expect(out).toContain("npm run carry -- s03/tools.ts\n");
    const untouched = BODY.replace("line 12", "line 12 of s03");
    expect(lessons.read("s03_c/tools.ts")).toBe(untouched);
    expect(lessons.read("s04_d/tools.ts")).toBe(untouched);

    const solved = BODY.replace("line 2\n", "line two\n").replace("line 12", "line twelve of s03");
    lessons.write("s03_c/tools.ts", solved);
    expect((await lessons.run(carryCommand, "s03/tools.ts")).code).toBe(0);
    expect(lessons.read("s04_d/tools.ts")).toBe(solved);
  });

  it("keeps what a later chapter holds uncommitted, and keeps it to that chapter", async () => {
    const lessons = course();
    lessons.edit("s02_b/tools.ts", "line 7", "line seven");
    lessons.edit("s01_a/tools.ts", "line 2\n", "line two\n");
    await lessons.run(carryCommand, "s01/tools.ts");
    expect(lessons.read("s02_b/tools.ts")).toBe(BODY.replace("line 2\n", "line two\n").replace("line 7", "line seven"));
    expect(lessons.read("s03_c/tools.ts")).toContain("line 7\n");
  });

  it("takes a test along", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.test.ts", "line 1\n", "line one\n");
    const { out } = await lessons.run(carryCommand, "./s01_a/tools.test.ts");
    expect(out).toContain("s02  替换  s02_b/tools.test.ts\ns03  没有这个文件");
  });

  it("finds a committed change with --base", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.ts", "line 2\n", "line two\n");
    lessons.commit();
    const none = await lessons.run(carryCommand, "s01/tools.ts");
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain("--base HEAD~1");

    const { code } = await lessons.run(carryCommand, "s01/tools.ts", "--base", "HEAD~1");
    expect(code).toBe(0);
    expect(lessons.read("s04_d/tools.ts")).toContain("line two\n");
  });

  it("says when no chapter comes after", async () => {
    const lessons = course();
    lessons.edit("s06_f/tools.ts", "line 2\n", "line two\n");
    const { code, out } = await lessons.run(carryCommand, "s06/tools.ts");
    expect(code).toBe(0);
    expect(out).toBe("s06 后面没有章节，不用带。\n");
  });

  it.each([
    [[], "用法：npm run carry"],
    [["s01/tools.ts", "s02/tools.ts"], "用法：npm run carry"],
    [["--nope"], "用法：npm run carry"],
    [["tools.ts"], "看不懂 tools.ts"],
    [["s01/../package.json"], "看不懂 s01/../package.json"],
    [["s09/tools.ts"], "没有 s09 这一章"],
    [["s01/hooks.ts"], "没有 s01_a/hooks.ts 这个文件"],
    [["s01/."], "没有 s01_a/. 这个文件"],
    [["s01/tools.ts"], "没有改动可带"],
    [["s01/new.ts"], "它是新文件"],
    [["s01/tools.ts", "--base", "nowhere"], "git 里找不到 nowhere"],
  ])("explains what it cannot do: %j", async (argv, answer) => {
    const lessons = course();
    lessons.write("s01_a/new.ts", "new\n");
    const { code, out, err } = await lessons.run(carryCommand, ...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(answer);
  });

  it("needs a repository", async () => {
    const { code, err } = await new TempCourse({ "s01_a/a.ts": "1\n", "s02_b/a.ts": "1\n" }).run(
      carryCommand,
      "s01/a.ts",
    );
    expect(code).toBe(2);
    expect(err).toContain("git");
  });
});
