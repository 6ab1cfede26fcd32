import { describe, expect, it } from "vitest";
import { fence, findings, smallCourse } from "../fixture.ts";
import { commandBlocks } from "./commands.ts";

async function messages(...lines: string[]): Promise<string[]> {
  const course = smallCourse();
  course.write("docs/words.md", `# 命令\n\n${fence("sh", ...lines)}`);
  const found = await findings(commandBlocks, course);
  expect(found.every(({ file, line }) => file === "docs/words.md" && line === 3)).toBe(true);
  return found.map(({ message }) => message);
}

describe("commandBlocks", () => {
  it("lets existing scripts and cases pass, and what is no npm command", async () => {
    expect(await messages("git clone somewhere", "npm ci", "npm test", "npm run s01 -- --case two")).toEqual([]);
  });

  it("says what is wrong with each of the others", async () => {
    const wrong: [line: string, message: string][] = [
      ["npm run s09", "没有 s09 这个脚本。有：s01、s02、diff"],
      ["npm ci && npm run tset", "没有 tset 这个脚本"],
      ["npm start", "没有 start 这个脚本"],
      ["npm run s01 -- --case tow", "s01 没有 tow 这个 case。有：default、two"],
      ["npm run s01 -- --case", "（空名字）"],
      ["npm run s01 --case two", "选项前面要有 --"],
      ["npm run s01 | head -3", "写 npm run -s"],
      ["$ npm run s01", "去掉开头的提示符"],
    ];
    const found = await messages(...wrong.map(([line]) => line));
    expect(found).toEqual(wrong.map(([, message]) => expect.stringContaining(message)));
  });
});
