import { describe, expect, it } from "vitest";
import { fence, findings, smallCourse } from "../fixture.ts";
import { docsCheck } from "../index.ts";
import { sourceBlocks } from "./sources.ts";

const LESSON = "s01_echo/README.md";

describe("sourceBlocks", () => {
  it("notices a character that is not the source's, says where, and mends it", async () => {
    const course = smallCourse();
    const before = course.read(LESSON);
    course.edit(LESSON, "return said;", "return sad;");
    const [finding] = await findings(sourceBlocks, course);

    const line = course.read(LESSON).split("\n").indexOf("  return sad;") + 1;
    expect(finding).toMatchObject({ file: LESSON, line });
    expect(finding?.message).toContain("    -   return sad;\n    +   return said;");
    expect(finding?.message).toContain("npm run fix");

    expect(await docsCheck.fix?.(course.root)).toEqual([LESSON]);
    expect(course.read(LESSON)).toBe(before);
  });

  it("notices that the source changed, and brings the lesson after it", async () => {
    const course = smallCourse();
    course.edit("s02_count/echo.ts", "return said;", "return said.trim();");
    expect(await findings(sourceBlocks, course)).toMatchObject([{ file: "s02_count/README.md" }]);
    await docsCheck.fix?.(course.root);
    expect(course.read("s02_count/README.md")).toContain("return said.trim();");
  });

  it("does not write over the prose after a block that lost its closing fence", async () => {
    const course = smallCourse();
    course.edit(LESSON, "}\n```\n\n## 试一下", "}\n\n## 试一下");
    const page = course.read(LESSON);
    expect((await findings(sourceBlocks, course))[0]?.message).toContain("这一块好像少了结尾的围栏");
    expect(await docsCheck.fix?.(course.root)).toEqual([]);
    expect(course.read(LESSON)).toBe(page);
  });

  it.each([
    ["several names", fence("ts echo.ts#Loudness, echo", 'type Loudness = "low" | "high";', "", ...echoLines())],
    ["a member", fence("ts echo.ts#Mouth.#loudness", '#loudness: Loudness = "low";')],
    ["another folder's file", fence("ts ../s02_count/echo.ts#echo", ...echoLines())],
    ["a sketch", fence("ts sketch", "anything();")],
  ])("accepts %s", async (_, block) => {
    const course = smallCourse();
    course.edit(LESSON, "## 练习", `## 练习\n\n${block}`);
    expect(await findings(sourceBlocks, course)).toEqual([]);
  });

  it("looks into the handbook and the entrance too, from where they stand", async () => {
    const course = smallCourse();
    course.write("docs/deep/more.md", fence("ts ../../s01_echo/echo.ts#echo", "x"));
    course.write("README.md", fence("ts s01_echo/echo.ts#echo", "x"));
    const found = await findings(sourceBlocks, course);
    expect(found.map(({ file }) => file)).toEqual(["README.md", "docs/deep/more.md"]);
  });

  it("wants a source named", async () => {
    const course = smallCourse();
    course.edit(LESSON, "ts echo.ts#echo", "ts");
    expect((await findings(sourceBlocks, course))[0]?.message).toContain("`ts hooks.ts#executeToolCall`");
  });

  it.each([
    ["ts echo.ts#ecko", "有：echo、Loudness、Mouth"],
    ["ts echo.ts#", "空名字"],
    ["ts ecko.ts#echo", "s01_echo 里有：echo.ts、main.ts"],
    ["ts nowhere/echo.ts", "也没有 s01_echo/nowhere 这个文件夹"],
    ["ts ../../echo.ts", "不能离开课程目录"],
    ["ts ../docs", "没有 docs 这个文件"],
  ])("says what there is when `%s` leads nowhere", async (info, message) => {
    const course = smallCourse();
    course.edit(LESSON, "ts echo.ts#echo", info);
    expect((await findings(sourceBlocks, course))[0]?.message).toContain(message);
  });

  it("counts sketches, and allows two in a file", async () => {
    const course = smallCourse();
    course.write("docs/words.md", Array(3).fill(fence("ts sketch", "x")).join("\n\n"));
    expect(await findings(sourceBlocks, course)).toMatchObject([
      { line: 9, message: expect.stringContaining("有 3 个") },
    ]);
  });
});

function echoLines(): string[] {
  return ["export function echo(said: string): string {", "  return said;", "}"];
}
