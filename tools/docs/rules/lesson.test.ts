import { describe, expect, it } from "vitest";
import { findings, smallCourse } from "../fixture.ts";
import { docsCheck } from "../index.ts";
import { lessonForm } from "./lesson.ts";
import { navigation } from "./navigation.ts";

const LESSON = "s01_echo/README.md";

describe("lessonForm", () => {
  it.each([
    ["another title", "# s01: Echo — 学舌", "# s01: Ecko — 学舌", "「# s01: Echo — 一句话」"],
    ["a title without its line", "# s01: Echo — 学舌", "# s01: Echo — ", "一句话"],
    ["no image", "> *山谷的回声。*\n", "", "缺一句比喻"],
    ["no Pi boundary", "**Pi 边界**", "Pi 边界", "Pi 边界"],
    ["a section missing", "## 练习\n\n", "", "二级标题依次应当是"],
    ["a section too many", "## 练习", "## 练习\n\n## 附录", "二级标题依次应当是"],
    ["no comparison", "<summary>与真实源码对照", "<summary>对照", "缺折叠的对照部分"],
  ])("reports a lesson with %s", async (_, from, to, message) => {
    const course = smallCourse();
    course.edit(LESSON, from, to);
    expect(await findings(lessonForm, course)).toMatchObject([
      { file: LESSON, message: expect.stringContaining(message) },
    ]);
  });

  it("points to the first section that is out of order", async () => {
    const course = smallCourse();
    course.edit(LESSON, "## 解决方案", "## 方案");
    const line = course.read(LESSON).split("\n").indexOf("## 方案") + 1;
    expect(await findings(lessonForm, course)).toMatchObject([{ line }]);
  });

  it.each([
    ["short", 900, /正文有 9\d\d 个汉字.*补上/],
    ["long", 2500, /正文有 25\d\d 个汉字.*删去/],
  ])("reports a lesson that is too %s, with its length", async (_, length, message) => {
    const course = smallCourse();
    course.edit(LESSON, "字".repeat(1000), "字".repeat(length));
    expect(await findings(lessonForm, course)).toMatchObject([
      { file: LESSON, message: expect.stringMatching(message) },
    ]);
  });

  it("does not count code, output or what is folded away", async () => {
    const course = smallCourse();
    const more = "字".repeat(3000);
    course.edit(LESSON, "Pi 也一样。", more);
    course.edit(LESSON, "## 练习", `## 练习\n\n\`${more}\`\n\n\`\`\`text sketch\n${more}\n\`\`\``);
    expect(await findings(lessonForm, course)).toEqual([]);
  });
});

describe("navigation", () => {
  it.each([
    [LESSON, "../s02_count/)\n", "../s02_counts/)\n"],
    [LESSON, "[目录](../README.md) → ", ""],
    ["s02_count/README.md", "→ `s02` →", "-> `s02` →"],
    ["s02_count/README.md", "s03（尚未写成）", "s04（尚未写成）"],
  ])("notices a wrong line in %s, and mends it", async (file, from, to) => {
    const course = smallCourse();
    const before = course.read(file);
    course.edit(file, from, to);
    const line = before.split("\n").findIndex((text) => text.includes("下一节")) + 1;
    expect(await findings(navigation, course)).toMatchObject([
      { file, line, message: expect.stringContaining("npm run fix") },
    ]);
    expect(await docsCheck.fix?.(course.root)).toEqual([file]);
    expect(course.read(file)).toBe(before);
  });

  it.each(["上一节讲了回声。", "先读 `s01` 的上一节。", "上一节 → 下一节"])(
    "does not take prose for the line: %s",
    async (prose) => {
      const course = smallCourse();
      course.edit(LESSON, "[目录](../README.md) → `s01`", `${prose}\n\n[目录](../README.md) → \`s01\``);
      expect(await findings(navigation, course)).toEqual([]);
    },
  );

  it("says what to write when there is none", async () => {
    const course = smallCourse();
    course.edit(LESSON, "[目录](../README.md) → `s01` → [下一节：s02](../s02_count/)\n\n", "");
    const [finding] = await findings(navigation, course);
    expect(finding?.message).toContain("[目录](../README.md) → `s01` → [下一节：s02](../s02_count/)");
  });
});
