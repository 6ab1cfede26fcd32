import { describe, expect, it } from "vitest";
import { findings, smallCourse } from "../fixture.ts";
import { chapterMap } from "./chapter-map.ts";
import { chapters } from "./chapters.ts";
import { processes } from "./processes.ts";

describe("chapters", () => {
  it("reports a chapter without a lesson, and a course without an entrance", async () => {
    const course = smallCourse();
    course.remove("s02_count/README.md");
    course.remove("README.md");
    expect((await findings(chapters, course)).map(({ file }) => file)).toEqual(["s02_count/README.md", "README.md"]);
  });

  it.each([
    ["s02_count/main.ts", ["s02_count/main.ts"], "s02_count/main.js"],
    ["another", ['"s02":', '"s2":'], "不存在"],
    ["one too many", ['"diff":', '"s07":"","diff":'], "s07 没有对应的章节文件夹"],
  ])("reports an npm script that starts %s", async (_, [from = "", to = "s02_count/main.js"], message) => {
    const course = smallCourse();
    course.edit("package.json", from, to);
    expect(await findings(chapters, course)).toMatchObject([
      { file: "package.json", message: expect.stringContaining(message) },
    ]);
  });

  it("reports a chapter that does not load, and one with another's id", async () => {
    const course = smallCourse();
    course.edit("s01_echo/main.ts", "./echo.ts", "./ecko.ts");
    course.edit("s02_count/main.ts", 'id: "s02"', 'id: "s03"');
    const found = await findings(chapters, course);
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining("载入失败"),
      expect.stringContaining("chapter.id 是 s03"),
    ]);
  });
});

describe("chapterMap", () => {
  const S02 = "| [s02](s02_count/) | Count |";

  it.each([
    ["missing", `\n${S02}`, "", "现有：s01_echo"],
    ["listed twice", S02, `${S02}\n${S02}`, "现有：s01_echo、s02_count、s02_count"],
    ["out of order", "| [s01]", `${S02}\n| [s01]`, "现有：s02_count、s01_echo、s02_count"],
    ["called otherwise", "| Count |", "| Counting |", "标题应当是 Count"],
  ])("reports a chapter that is %s", async (_, from, to, message) => {
    const course = smallCourse();
    course.edit("README.md", from, to);
    expect(await findings(chapterMap, course)).toMatchObject([
      { file: "README.md", message: expect.stringContaining(message) },
    ]);
  });

  it("does not count a mention outside a table, nor a chapter that is not yet written", async () => {
    const course = smallCourse();
    course.edit("README.md", S02, `${S02}\n| s03 | Later |\n\n[s01](s01_echo/)`);
    expect(await findings(chapterMap, course)).toEqual([]);
  });
});

describe("processes", () => {
  it("reports a chapter that prints something else, or fails, when it is started by itself", async () => {
    const course = smallCourse();
    const [byItself, failing] = ['process.argv[1]?.endsWith("main.ts")', "process.exit(3)"];
    course.edit("s01_echo/main.ts", "stage.user(input)", `stage.user(${byItself} ? "outside" : "inside")`);
    course.edit("s02_count/main.ts", "stage.user(input)", `if (${byItself}) ${failing}`);
    expect(await findings(processes, course)).toMatchObject([
      { file: "s01_echo/main.ts", message: expect.stringContaining("    - outside\n    + inside") },
      { file: "s02_count/main.ts", message: expect.stringContaining("以 3 退出") },
    ]);
  });
});
