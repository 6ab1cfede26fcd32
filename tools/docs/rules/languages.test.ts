import { describe, expect, it } from "vitest";
import { fence, findings, smallCourse } from "../fixture.ts";
import { blockLanguages } from "./languages.ts";

async function findingsIn(text: string) {
  const course = smallCourse();
  course.write("docs/words.md", text);
  return findings(blockLanguages, course);
}

describe("blockLanguages", () => {
  it.each([
    ["typescript", "`ts`"],
    ["TS", "`ts`"],
    ["bash", "`sh`"],
    ["", "`text`"],
    ["plaintext", "`text`"],
    ["js5", "只能是 ts、sh、text、mermaid、md"],
    ["json", "只能是 ts"],
    ["ts\u3000echo.ts#echo", "半角空格"],
  ])("reports a block marked %j, which no rule would look at", async (lang, right) => {
    expect(await findingsIn(`a\n\n${fence(lang, "x")}`)).toMatchObject([
      { line: 3, message: expect.stringContaining(right) },
    ]);
  });

  it("reports an indented block", async () => {
    expect(await findingsIn("a\n\n    x\n")).toHaveLength(1);
  });

  it("lets pictures and quoted Markdown pass", async () => {
    expect(await findingsIn([fence("mermaid", "x"), fence("md", "x")].join("\n\n"))).toEqual([]);
  });

  it("reports a fence that is swallowed by an HTML tag", async () => {
    const text = `<details><summary>x</summary>\n${fence("ts", "x")}\n\n</details>`;
    expect(await findingsIn(text)).toMatchObject([{ line: 2, message: expect.stringContaining("空一行") }]);
  });
});
