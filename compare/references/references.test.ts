import { describe, expect, it } from "vitest";
import { TempCourse } from "../../tools/temp-course.ts";
import { REPOSITORY, smallPi } from "./fixture.ts";
import { referencesCheck } from "./references.ts";

const PI = {
  "agent-loop.ts": "export function runLoop() {}\n\nfunction prepareToolCall() {}\n",
  "types.ts": "/** Settings. */\nexport interface Config {\n  before?: () => void;\n}\n",
  "pi-ai/types.ts": 'export type StopReason = "stop";\n',
};
const AGENT = `${REPOSITORY}/blob/v0.83.0/packages/agent/src`;
const RIGHT = `[agent-loop.ts#prepareToolCall:3](${AGENT}/agent-loop.ts#L3)`;

/** The check, and a course whose README says this. */
function setUp(said: string, more: Record<string, string> = {}) {
  const course = new TempCourse({ "README.md": `# 课程\n\n${said}\n`, ...more });
  const check = referencesCheck(smallPi(PI));
  return { course, run: () => check.run(course.root), fix: async () => check.fix?.(course.root) };
}

async function problemsOf(said: string): Promise<string[]> {
  return (await setUp(said).run()).map(({ message }) => message);
}

describe("references that are right", () => {
  it.each([
    ["a function", RIGHT],
    ["in code", RIGHT.replace(/\[(.*)\]/, "[`$1`]")],
    ["in bold", `**${RIGHT}**`],
    ["a member", `[types.ts#Config.before:3](${AGENT}/types.ts#L3)`],
    ["of pi-ai", `[pi-ai/types.ts#StopReason:1](${REPOSITORY}/blob/v0.83.0/packages/ai/src/types.ts#L1)`],
    ["a whole file", `[types.ts](${AGENT}/types.ts)`],
    ["in a table", `| 在哪里 |\n| --- |\n| ${RIGHT} |`],
    ["folded away", `<details><summary>对照</summary>\n\n${RIGHT}\n\n</details>`],
    ["what the packages do not carry, at the tag", `[许可](${REPOSITORY}/blob/v0.83.0/LICENSE)`],
    ["the repository itself, and an issue", `[Pi](${REPOSITORY}) [3344](${REPOSITORY}/issues/3344)`],
    ["a place in the course", "[loop.ts#runTurn](../s04_loop/loop.ts)"],
    ["code blocks, which other checks hold", "```text\nagent-loop.ts:581\n```"],
  ])("%s", async (_what, said) => {
    const { course, run, fix } = setUp(said);
    expect(await run()).toEqual([]);
    expect(await fix()).toEqual([]);
    expect(course.read("README.md")).toBe(`# 课程\n\n${said}\n`);
  });
});

describe("references that the fix mends", () => {
  it.each([
    ["another line", RIGHT.replace(":3]", ":581]")],
    ["another line in the link", RIGHT.replace("#L3", "#L581")],
    ["another version", RIGHT.replace("v0.83.0", "v0.82.1")],
    ["a branch", RIGHT.replace("v0.83.0", "main")],
    ["no line", RIGHT.replace(":3]", "]")],
    ["no link yet", "[agent-loop.ts#prepareToolCall]()"],
    ["another file in the link", RIGHT.replace("agent-loop.ts#L3", "types.ts#L3")],
  ])("%s", async (_what, said) => {
    const { course, run, fix } = setUp(`前文 ${said} 后文`);
    const [problem, ...others] = await run();
    expect(problem).toMatchObject({ file: "README.md", line: 3 });
    expect(problem?.message).toContain("npm run compare -- --fix");
    expect(others).toEqual([]);

    expect(await fix()).toEqual(["README.md"]);
    expect(course.read("README.md")).toBe(`# 课程\n\n前文 ${RIGHT} 后文\n`);
    expect(await run()).toEqual([]);
  });

  it("several in one page, code staying code, Windows line ends staying", async () => {
    const { course, run, fix } = setUp("");
    const wrong = `[\`types.ts#Config:9\`](x)\r\n\r\n- 😀 [agent-loop.ts#prepareToolCall](y) 和 [agent-loop.ts#runLoop](z)\r\n`;
    course.write("docs/a/page.md", wrong);
    expect((await run()).map(({ file, line }) => [file, line])).toEqual([
      ["docs/a/page.md", 1],
      ["docs/a/page.md", 3],
      ["docs/a/page.md", 3],
    ]);
    expect(await fix()).toEqual(["docs/a/page.md"]);
    expect(course.read("docs/a/page.md")).toBe(
      `[\`types.ts#Config:2\`](${AGENT}/types.ts#L2)\r\n\r\n- 😀 ${RIGHT} 和 [agent-loop.ts#runLoop:1](${AGENT}/agent-loop.ts#L1)\r\n`,
    );
  });
});

describe("references that need a decision", () => {
  it.each([
    [
      "an unknown name",
      `[agent-loop.ts#prepareTolCall:3](${AGENT}/agent-loop.ts#L3)`,
      "相近的有：agent-loop.ts#prepareToolCall。",
    ],
    ["a name of another file", "[agent-loop.ts#StopReason]()", "相近的有：pi-ai/types.ts#StopReason。"],
    ["an unknown member", "[types.ts#Config.befor]()", "相近的有：types.ts#Config.before。"],
    ["an unknown file", "[agent-lop.ts#runLoop]()", "没有文件 agent-lop.ts。相近的有：agent-loop.ts。"],
    ["nothing like it", "[types.ts#zebra]()", "也没有相近的名字。"],
    ["a line without a name", `[types.ts:3](${AGENT}/types.ts#L3)`, "types.ts#Config.before（这一行在它里面）"],
    ["other words for a link", `[循环](${AGENT}/agent-loop.ts#L3)`, "文字要写成引用：[agent-loop.ts#名字]"],
    ["a bare address", `${AGENT}/agent-loop.ts#L3`, "文字要写成引用"],
    ["another version of what the packages do not carry", `[许可](${REPOSITORY}/blob/main/LICENSE)`, "v0.83.0"],
    ["a line of it", `[测试](${REPOSITORY}/blob/v0.83.0/packages/agent/test/a.test.ts#L3)`, "没法核对"],
    ["a definition", `[循环][1]\n\n[1]: ${AGENT}/agent-loop.ts#L3`, "写成行内链接"],
    ["HTML", `<a href="${AGENT}/agent-loop.ts">循环</a>`, "写成行内链接"],
  ])("%s", async (_what, said, message) => {
    const { course, run, fix } = setUp(said);
    expect((await run()).map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
    expect(await fix()).toEqual([]);
    expect(course.read("README.md")).toBe(`# 课程\n\n${said}\n`);
  });
});

describe("line numbers in prose", () => {
  it.each([
    "见 agent-loop.ts:581",
    "见 `agent-loop.ts:581`",
    "见 `agent-loop.ts` 第 581 行",
    "见 `agent-loop.ts` 的第 581 行",
    "见 agent-loop.ts#L581",
    "see `agent-loop.ts`, line 581",
    "## `packages/agent/src/types.ts:262`",
    "| 在哪里 |\n| --- |\n| `types.ts:262` |",
    "- 见 [types.ts:262](https://example.org/elsewhere)",
  ])("%s", async (said) => {
    expect(await problemsOf(said)).toEqual([expect.stringContaining("是写死的行号，会过期")]);
  });

  it("are told with their own line", async () => {
    const [problem] = await setUp("一行\n两行\n第三行提到 types.ts:262").run();
    expect(problem).toMatchObject({ file: "README.md", line: 5 });
  });

  it("may be quoted in the errata", async () => {
    const { course, run } = setUp("");
    course.write("docs/errata.md", "种子写的是 `agent-loop.ts:581`。\n");
    expect(await run()).toEqual([]);
    course.write("docs/errata.md", `种子写的是 \`agent-loop.ts:581\`，其实在 ${RIGHT.replace(":3]", ":4]")}。\n`);
    expect(await run()).toHaveLength(1);
  });
});

describe("comments in the chapters", () => {
  const loop = `/**
 * Runs.
 *
 * Pi: \`runLoop\` and \`prepareToolCall\` in \`agent-loop.ts\`.
 */
export const a = 1;
/** Why. Pi: \`StopReason\` in pi-ai \`types.ts\`, and \`before\` of \`Config\` in \`types.ts\`, unlike \`{ this }\`. */
export const b = 1;
/** Like \`zebra\` in \`types.ts\`, which is not about that. */
export const c = 1;
`;

  it("are held against the source where they name a file", async () => {
    const { course, run } = setUp("", { "s01_minimal_loop/loop.ts": loop });
    expect(await run()).toEqual([]);

    course.edit("s01_minimal_loop/loop.ts", "`prepareToolCall`", "`prepareCall`");
    course.edit("s01_minimal_loop/loop.ts", "of `Config`", "of `Confg`");
    course.edit("s01_minimal_loop/loop.ts", "pi-ai `types.ts`", "pi-ai `typs.ts`");
    expect(await run()).toEqual([
      { file: "s01_minimal_loop/loop.ts", line: 4, message: expect.stringContaining("没有 prepareCall") },
      { file: "s01_minimal_loop/loop.ts", line: 7, message: expect.stringContaining("没有文件 pi-ai/typs.ts") },
      { file: "s01_minimal_loop/loop.ts", line: 7, message: expect.stringContaining("没有 Confg.before") },
    ]);
  });
});
