import { describe, expect, it } from "vitest";
import { findings, smallCourse } from "../fixture.ts";
import { links } from "./links.ts";

async function messages(text: string): Promise<string[]> {
  const course = smallCourse();
  course.write("docs/page.md", text);
  return (await findings(links, course)).map(({ message }) => message);
}

describe("links", () => {
  it("lets pass what leads somewhere, and what is not its business", async () => {
    const page = [
      "[file](words.md)",
      "[folder](../s01_echo/)",
      "[code](../s01_echo/echo.ts)",
      "[heading](words.md#一轮-turn)",
      "[encoded](words.md#%E4%B8%80%E8%BD%AE-turn)",
      "[heading of a folder's page](../s01_echo/#试一下)",
      "[reference][there]",
      "[there]: words.md",
      "# A `b.ts`: c_d, 中文！",
      "[own heading](#a-bts-c_d-中文)",
      "# same",
      "# same",
      "[second](#same-1)",
      '<a id="mark"></a>',
      "[own mark](#mark)",
      "[outside](https://example.org/nothing) <me@example.org>",
      "`[code](nowhere.md)`",
    ];
    expect(await messages(page.join("\n\n"))).toEqual([]);
  });

  it("says why a link leads nowhere", async () => {
    const wrong: [link: string, message: string][] = [
      ["[file](nowhere.md)", "没有 docs/nowhere.md"],
      ["![image](nowhere.png)", "没有 docs/nowhere.png"],
      ["[there]: nowhere.md", "没有 docs/nowhere.md"],
      ['<p><img alt="" src="nowhere.png"></p>', "没有 docs/nowhere.png"],
      ["[chapter](../s03_next/)", "没有 s03_next/"],
      ["[heading](words.md#二轮)", "docs/words.md 里没有 #二轮。有：#词汇、#一轮-turn"],
      ["[line](../s01_echo/echo.ts#L3)", "要说代码就写名字"],
      ["[outside](../../other)", "离开了课程目录"],
      ["[absolute](/docs/words.md)", "相对路径"],
    ];
    const found = await messages(wrong.map(([link]) => link).join("\n\n"));
    expect(found).toEqual(wrong.map(([, message]) => expect.stringContaining(message)));
  });

  it("says where", async () => {
    const course = smallCourse();
    course.edit("s01_echo/README.md", "../docs/words.md", "../docs/word.md");
    const line =
      course
        .read("s01_echo/README.md")
        .split("\n")
        .findIndex((text) => text.includes("word.md")) + 1;
    expect(await findings(links, course)).toMatchObject([{ file: "s01_echo/README.md", line }]);
  });
});
