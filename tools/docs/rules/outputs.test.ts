import { describe, expect, it } from "vitest";
import { fence, findings, smallCourse } from "../fixture.ts";
import { docsCheck } from "../index.ts";
import { outputBlocks } from "./outputs.ts";

const LESSON = "s01_echo/README.md";

/** What the rule says of the handbook page `text`. */
async function messages(...blocks: string[]): Promise<string[]> {
  const course = smallCourse();
  course.write("docs/words.md", blocks.join("\n\n"));
  return (await findings(outputBlocks, course)).map(({ message }) => message);
}

describe("outputBlocks", () => {
  it("notices a character that was not printed, says where, and mends it", async () => {
    const course = smallCourse();
    const before = course.read(LESSON);
    course.edit(LESSON, "heard", "herd");
    const [finding] = await findings(outputBlocks, course);
    expect(finding).toMatchObject({ file: LESSON, line: course.read(LESSON).split("\n").indexOf("herd") + 1 });
    expect(finding?.message).toContain("    - herd\n    + heard");

    expect(await docsCheck.fix?.(course.root)).toEqual([LESSON]);
    expect(course.read(LESSON)).toBe(before);
  });

  it("plays the cases of the course it was given", async () => {
    const course = smallCourse();
    course.edit("s01_echo/main.ts", 'inputs: ["你好"]', 'inputs: ["早上好"]');
    expect(await findings(outputBlocks, course)).toMatchObject([{ file: LESSON }]);
    await docsCheck.fix?.(course.root);
    expect(course.read(LESSON)).toContain("content: 早上好");
  });

  it("wants the whole output, blank lines and all", async () => {
    const course = smallCourse();
    course.edit(LESSON, "\ncontent: 你好", "");
    expect(await findings(outputBlocks, course)).toHaveLength(1);
    course.edit(LESSON, "你好\n\nheard", "你好\nheard");
    expect((await findings(outputBlocks, course))[0]?.message).toContain("    + ");
  });

  it("mends an excerpt by the closest lines, and leaves one that could be anywhere", async () => {
    const course = smallCourse();
    course.edit(LESSON, "content: 再见", "content: 再会");
    expect((await findings(outputBlocks, course))[0]?.message).toContain("    - content: 再会\n    + content: 再见");
    await docsCheck.fix?.(course.root);
    expect(course.read(LESSON)).toContain("content: 再见");

    course.edit(LESSON, "content: 再见", "#####");
    expect(await docsCheck.fix?.(course.root)).toEqual([]);
    expect((await findings(outputBlocks, course))[0]?.message).toContain("也看不出是哪一段");
  });

  it("prints several commands one after the other, and several excerpts of one output", async () => {
    const shell = fence("sh", "npm run s01 -- --list", "npm run s02 -- --list");
    const list = ["default  说一句", "two      说两句"];
    expect(await messages(shell, fence("text", ...list, ...list))).toEqual([]);
    expect(
      await messages(shell, fence("text excerpt", ...list), "或者", fence("text excerpt", ...list, ...list)),
    ).toEqual([]);
  });

  it("shows what a wrong argument answers", async () => {
    const [message] = await messages(fence("sh", "npm run s01 -- --colour"), fence("text", "x"));
    expect(message).toContain("没有 --colour 这个选项");
  });

  it("presses Enter for a block that shows --step", async () => {
    const lines = ["heard", "    └ 回车继续，Ctrl+C 退出 "];
    expect(await messages(fence("sh", "npm run s01 -- --step"), fence("text excerpt", ...lines, ""))).toEqual([]);
  });

  it("runs pipes and the diff in a shell, without npm's banner", async () => {
    expect(await messages(fence("sh", "npm run -s s01 | head -1"), fence("text", "s01: Echo"))).toEqual([]);
    expect(await messages(fence("sh", "npm run diff -- s02"), fence("text", "a difference s02"))).toEqual([]);
  });

  it("does not take a failing command's output for the right one", async () => {
    const course = smallCourse();
    course.edit("package.json", "echo a difference", "exit 3;");
    course.write("docs/words.md", [fence("sh", "npm run diff -- s02"), fence("text", "a")].join("\n\n"));
    const [finding] = await findings(outputBlocks, course);
    expect(finding?.message).toContain("以 3 退出");
    expect(finding?.edit).toBeUndefined();
  });

  it("says so when a chapter breaks down", async () => {
    const course = smallCourse();
    course.edit("s01_echo/main.ts", "stage.user(input);", 'throw new Error("boom");');
    const found = await findings(outputBlocks, course);
    expect(found.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringContaining("boom")));
  });

  it("does not take a case that ran out of script for a finished one", async () => {
    const course = smallCourse();
    const ask = "await stage.cast(scene.script, {}).complete({ messages: [] }).catch(() => undefined);";
    course.edit("s01_echo/main.ts", "stage.user(input);", `stage.user(input);\n      ${ask}`);
    const [finding] = await findings(outputBlocks, course);
    expect(finding?.message).toContain("剧本演完了");
    expect(finding?.edit).toBeUndefined();
  });

  it.each([
    ["no command before it", ["# a", fence("text", "x")], "没有 `sh` 块"],
    ["its command under another heading", [fence("sh", "npm run s01"), "# a", fence("text", "x")], "没有 `sh` 块"],
    ["a command that is not run", [fence("sh", "npm test"), fence("text", "tested")], "不运行第 1 行的 npm test"],
    ["one such command among others", [fence("sh", "npm run s01", "ls"), fence("text", "x")], "不运行第 1 行的 ls"],
    ["an unknown mark", [fence("sh", "npm run s01"), fence("text part", "x")], "看不懂 `text part`"],
  ])("reports a block with %s", async (_, blocks, message) => {
    expect(await messages(...blocks)).toEqual([expect.stringContaining(message)]);
  });

  it("leaves sketches, and what the comparison prints, to others", async () => {
    expect(await messages(fence("text sketch", "a -> b"))).toEqual([]);
    expect(await messages(fence("sh", "npm run compare -- s01"), fence("text", "anything"))).toEqual([]);
  });
});
