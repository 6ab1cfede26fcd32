import { describe, expect, it } from "vitest";
import { findChapters } from "../chapters.ts";
import { carryCommand } from "../carry.ts";
import { copyOfThisCourse } from "../docs/fixture.ts";
import { TempCourse } from "../temp-course.ts";
import { lineageCheck, openDecisions } from "./index.ts";
import { readLessons } from "./lesson.ts";
import { tableHead } from "./table.ts";

const TOOLS = "/** Counts. */\nexport function count(): number {\n  return 1;\n}\n";
const LOOP = 'import { count } from "./tools.ts";\n\nexport const run = () => count();\n\nfunction help(): void {}\n';

const FIRST = `# s01

## 接入主线

${tableHead(undefined)}
| \`loop.ts\` | 新增 | + \`run\`，+ \`help\`（内部） | 跑 |
| \`old.ts\` | 新增 | + \`old\` | 旧的 |
| \`tools.ts\` | 新增 | + \`count\` | 数 |

后面的话。

## 练习
`;

const SECOND = `# s02

## 接入主线

先说一句。

${tableHead("s01")}
| \`hooks.ts\` | 新增 | + \`Hook\` | 插口 \`a\\|b\` |
| \`loop.ts\` | 改动 | + \`stop\`，~ \`run\` | 多跑一遍 |
| \`old.ts\` | 移除 | - \`old\` | 用不着了 |
| \`tools.ts\` | 不变 |  | 照旧 |

后面的话。
`;

function course(): TempCourse {
  return new TempCourse({
    "s01_a/README.md": FIRST,
    "s01_a/loop.ts": LOOP,
    "s01_a/old.ts": "export const old = 1;\n",
    "s01_a/tools.ts": TOOLS,
    "s01_a/tools.test.ts": "one\n",
    "s01_a/main.ts": "play\n",
    "s02_b/README.md": SECOND,
    "s02_b/hooks.ts": "export type Hook = () => void;\n",
    "s02_b/loop.ts": `${LOOP.replace("count()", "count() + 1")}\nexport const stop = 0;\n`,
    "s02_b/tools.ts": TOOLS,
    "s02_b/tools.test.ts": "one\n",
    "s02_b/main.ts": "play it otherwise\n",
    "s02_b/exercises/1/starter.ts": "no mechanism\n",
  });
}

const check = lineageCheck();
const messages = async ({ root }: TempCourse) => (await check.run(root)).map(({ message }) => message).join("\n");
const fix = async ({ root }: TempCourse, ...accepted: string[]) => lineageCheck(new Set(accepted)).fix?.(root);

describe("the 接入主线 table", () => {
  it("is in order when it says what changed", async () => {
    expect(await check.run(course().root)).toEqual([]);
  });

  it("is filled in from a heading; the sentences are left to be written", async () => {
    const lessons = course();
    const empty = SECOND.replace(/(\| --- \| --- \| --- \| --- \|\n)(\|.*\n)+/, "$1");
    lessons.write("s02_b/README.md", empty);
    expect(await messages(lessons)).toContain("npm run fix");

    expect(await fix(lessons)).toEqual(["s02_b/README.md"]);
    const filled = SECOND.replace(/ [^|\n]*(\\\|[^|\n]*)?\|\n/g, (cell) => (/---|说明/.test(cell) ? cell : "  |\n"));
    expect(lessons.read("s02_b/README.md")).toBe(filled);
    const problems = await check.run(lessons.root);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatchObject({ file: "s02_b/README.md", line: 9 });
    expect(problems[0]?.message).toContain("hooks.ts 这一行还没有说明");
  });

  it("is written anew by the fix, which keeps the sentences with their files and the rest of the page", async () => {
    const lessons = course();
    const rows = SECOND.split("\n").filter((line) => line.startsWith("| `"));
    const shuffled = SECOND.replace(rows.join("\n"), rows.toReversed().join("\n"))
      .replace("与 s01 相比", "与上一章比")
      .replace("+ `Hook`", "+ `Hooks`");
    lessons.write("s02_b/README.md", shuffled);
    expect(await messages(lessons)).toContain("对不上（hooks.ts）");
    expect(await fix(lessons)).toEqual(["s02_b/README.md"]);
    expect(lessons.read("s02_b/README.md")).toBe(SECOND);
    expect(await fix(lessons)).toEqual([]);
  });

  it("gives the files about which nothing is said one row, the last; each is still held against the code", async () => {
    const lessons = course();
    const shared = "| `errors.ts`，`props.ts` | 不变 |  |  |";
    for (const file of ["errors.ts", "props.ts"]) {
      for (const folder of ["s01_a", "s02_b"]) lessons.write(`${folder}/${file}`, `export const a = "${file}";\n`);
      lessons.edit("s01_a/README.md", "| `tools.ts`", `| \`${file}\` | 新增 | + \`a\` | 又一个 |\n| \`tools.ts\``);
    }
    await fix(lessons);
    expect(lessons.read("s02_b/README.md")).toContain(`| \`tools.ts\` | 不变 |  | 照旧 |\n${shared}\n`);
    expect(await check.run(lessons.root)).toEqual([]);

    lessons.edit("s02_b/README.md", shared, shared.replace("，`props.ts`", ""));
    expect(await messages(lessons)).toContain("对不上（props.ts）");
    await fix(lessons);
    lessons.edit("s02_b/props.ts", "props.ts", "prop.ts");
    expect(openDecisions(lessons.root)).toEqual(["s02/props.ts"]);
    await fix(lessons, "s02/props.ts");
    expect(lessons.read("s02_b/README.md")).toContain("| `props.ts` | 改动 | ~ `a` |  |\n");
    expect(await messages(lessons)).toContain("props.ts 这一行还没有说明");
  });

  it("keeps Windows line ends", async () => {
    const lessons = course();
    const page = SECOND.replaceAll("\n", "\r\n");
    lessons.write("s02_b/README.md", page);
    expect(await check.run(lessons.root)).toEqual([]);
    lessons.edit("s02_b/README.md", "+ `Hook`", "");
    await fix(lessons);
    expect(lessons.read("s02_b/README.md")).toBe(page);
  });

  it("takes in what a chapter adds, removes and no longer changes", async () => {
    const lessons = course();
    lessons.write("s02_b/extra.ts", "export {};\n");
    lessons.write("s02_b/loop.ts", LOOP);
    lessons.remove("s02_b/hooks.ts");
    lessons.edit("s02_b/README.md", "插口 `a\\|b`", "");
    expect(await messages(lessons)).toContain("对不上（extra.ts、loop.ts、hooks.ts）");
    await fix(lessons);
    const page = lessons.read("s02_b/README.md");
    expect(page).toContain("| `extra.ts` | 新增 |  |  |");
    expect(page).toContain("| `loop.ts` | 不变 |  | 多跑一遍 |");
    expect(page).not.toContain("hooks.ts");
  });

  it.each([
    ["a cell too few", " 用不着了 |", "", "有 3 格"],
    ["a cell too many", "插口 `a\\|b`", "插口 `a|b`", "有 5 格"],
    ["an unreadable second column", "| 改动 |", "| 改了 |", "第二列看不懂"],
    ["a file that neither chapter has", "`hooks.ts`", "`hook.ts`", "s01 和 s02 里都没有"],
    ["a file twice", "| `tools.ts` | 不变", "| `tools.ts` | 不变 |  | 又一句 |\n| `tools.ts` | 不变", "写了两次"],
  ])("is not rewritten where hand-written words would be lost: %s", async (_, from, to, reason) => {
    const lessons = course();
    lessons.edit("s02_b/README.md", from, to);
    lessons.edit("s02_b/README.md", "+ `stop`，", "");
    const page = lessons.read("s02_b/README.md");
    expect(await messages(lessons)).toContain(reason);
    expect(await fix(lessons)).toEqual([]);
    expect(lessons.read("s02_b/README.md")).toBe(page);
  });

  it("looks at its own line ends, not at those of the page", async () => {
    const lessons = course();
    lessons.edit("s02_b/README.md", "# s02\n", "# s02\r\n");
    expect(await check.run(lessons.root)).toEqual([]);
    expect(await fix(lessons)).toEqual([]);
  });

  it.each([
    ["no README", undefined],
    ["no heading", "# s02\n"],
    ["no table under the heading", `# s02\n\n## 接入主线\n\n## 练习\n\n${tableHead("s01")}\n`],
    ["another table", "# s02\n\n## 接入主线\n\n| 组件 | s01 |\n| --- | --- |\n| 循环 | 有 |\n"],
  ])("is asked for where there is none: %s", async (_, page) => {
    const lessons = course();
    if (page === undefined) lessons.remove("s02_b/README.md");
    else lessons.write("s02_b/README.md", page);
    expect(await messages(lessons)).toContain("接入主线");
    expect(await fix(lessons)).toEqual([]);
    if (page !== undefined) expect(lessons.read("s02_b/README.md")).toBe(page);
  });
});

describe("a file that should be the same in both chapters", () => {
  it("fails for one byte, naming both chapters and both ways out", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.ts", "1;", "2;");
    const [problem, ...more] = await check.run(lessons.root);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ file: "s02_b/tools.ts", line: 3 });
    for (const word of ["s01_a/tools.ts", "s02_b/tools.ts", "npm run carry -- s01/tools.ts"]) {
      expect(problem?.message).toContain(word);
    }
    expect(problem?.message).toContain("npm run fix -- --accept s02/tools.ts");
    expect(openDecisions(lessons.root)).toEqual(["s02/tools.ts"]);
  });

  it("is to be carried on from the chapter in which the edit was made", async () => {
    const lessons = course();
    lessons.commit();
    lessons.edit("s02_b/tools.ts", "1;", "2;");
    expect(await messages(lessons)).toContain("从 s02 开始的，往后带：npm run carry -- s02/tools.ts");
    lessons.commit();
    expect(await messages(lessons)).toContain("该往后带：npm run carry -- s01/tools.ts");
    lessons.edit("s01_a/tools.ts", "1;", "3;");
    expect(await messages(lessons)).toContain("该往后带：npm run carry -- s01/tools.ts");
  });

  it("is not relabelled by the fix unless a person accepts the difference", async () => {
    const lessons = course();
    lessons.edit("s02_b/tools.ts", "1;", "2;");
    lessons.edit("s02_b/README.md", "+ `Hook`", "");
    await fix(lessons);
    expect(lessons.read("s02_b/README.md")).toBe(SECOND);
    expect(await check.run(lessons.root)).toHaveLength(1);

    await fix(lessons, "s02/tools.ts");
    expect(lessons.read("s02_b/README.md")).toContain("| `tools.ts` | 改动 | ~ `count` | 照旧 |");
    expect(await check.run(lessons.root)).toEqual([]);
  });

  it("is missed when one chapter loses it", async () => {
    const lessons = course();
    lessons.remove("s02_b/tools.ts");
    expect(await messages(lessons)).toContain("git restore s02_b/tools.ts");
    await fix(lessons);
    expect(lessons.read("s02_b/README.md")).toBe(SECOND);
  });

  it("keeps its tests, to the byte", async () => {
    const lessons = course();
    lessons.edit("s01_a/tools.test.ts", "one", "two");
    expect(await messages(lessons)).toContain("npm run carry -- s01/tools.test.ts");
    lessons.remove("s01_a/tools.test.ts");
    expect(await check.run(lessons.root)).toEqual([]);
  });

  it("does not drop a test", async () => {
    const lessons = course();
    lessons.remove("s02_b/tools.test.ts");
    expect(await check.run(lessons.root)).toMatchObject([
      {
        file: "s02_b/tools.test.ts",
        message: expect.stringContaining("cp s01_a/tools.test.ts s02_b/tools.test.ts"),
      },
    ]);
    lessons.edit("s02_b/tools.ts", "1;", "2;");
    await fix(lessons, "s02/tools.ts");
    expect(await check.run(lessons.root)).toEqual([]);
  });
});

describe("a file that changed on purpose", () => {
  it.each([
    ["an unexported function", "help(): void {}", "help(): void {\n}", "help"],
    ["a docstring", "function help", "/** Helps. */\nfunction help", "help"],
    ["a declaration that only one side has", "function help", "type Aid = 1;\n\nfunction help", "Aid"],
  ])("may differ only where the table says so: %s", async (_, from, to, name) => {
    const lessons = course();
    lessons.edit("s01_a/loop.ts", from, to);
    const drift = (await check.run(lessons.root)).filter(({ file }) => file === "s02_b/loop.ts");
    expect(drift).toHaveLength(1);
    expect(drift[0]?.message).toContain(`${name} 在 s01 和 s02 不同`);
    await fix(lessons);
    expect(lessons.read("s02_b/README.md")).toBe(SECOND);
  });

  it("may differ anyhow in what the table lists, and in its imports", async () => {
    const lessons = course();
    lessons.edit("s02_b/loop.ts", "count() + 1", "count() + 2");
    lessons.edit("s02_b/loop.ts", 'import { count } from "./tools.ts"', 'import {count} from "./tools.ts"');
    expect(await check.run(lessons.root)).toEqual([]);
  });

  it("has tests of its own", async () => {
    const lessons = course();
    lessons.write("s01_a/loop.test.ts", "one\n");
    lessons.write("s02_b/loop.test.ts", "two\n");
    expect(await check.run(lessons.root)).toEqual([]);
  });
});

describe("the chapters of this course", () => {
  /** The tables are made here, so that a lesson under construction does not matter. */
  async function copyWithTables(): Promise<TempCourse> {
    const copy = copyOfThisCourse();
    const chapters = findChapters(copy.root);
    for (const [index, { folder }] of chapters.entries()) {
      copy.write(`${folder}/README.md`, `# ${folder}\n\n## 接入主线\n\n${tableHead(chapters[index - 1]?.id)}\n`);
    }
    await fix(copy);
    expect(openDecisions(copy.root)).toEqual([]);
    return copy;
  }

  it("cannot lose one byte of a carried file unnoticed", { timeout: 180_000 }, async () => {
    const copy = await copyWithTables();
    const carried = readLessons(copy.root).flatMap((lesson) =>
      lesson.steps.filter(({ kind }) => kind === "same").map((step) => ({ lesson, file: step.file })),
    );
    expect(carried).not.toEqual([]);
    for (const { lesson, file } of carried) {
      const earlier = `${lesson.previous?.folder}/${file}`;
      const later = `${lesson.chapter.folder}/${file}`;
      const code = copy.read(earlier);
      copy.write(earlier, code.replace(" ", "  "));
      const [problem] = (await check.run(copy.root)).filter((one) => one.file === later);
      expect(problem?.message).toContain(`（${earlier}，${later}）`);
      copy.write(earlier, code);
    }
  });

  it("are the same again once the change is carried", async () => {
    const copy = await copyWithTables();
    copy.commit();
    copy.edit("s01_minimal_loop/errors.ts", "unknown error", "unknown  error");
    expect(openDecisions(copy.root)).toEqual(["s02/errors.ts"]);
    expect((await copy.run(carryCommand, "s01/errors.ts")).code).toBe(0);
    expect(openDecisions(copy.root)).toEqual([]);
    for (const { folder } of findChapters(copy.root)) {
      expect(copy.read(`${folder}/errors.ts`)).toContain("unknown  error");
    }
  });
});
