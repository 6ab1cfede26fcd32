import { cpSync, symlinkSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { TempCourse } from "../temp-course.ts";
import { openCourse, type Finding, type Rule } from "./course.ts";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const NOT_COPIED = new Set(["node_modules", ".git", "practice", "coverage"]);

/** A course of two chapters in which all is well, with the real theatre. */
export function smallCourse(): TempCourse {
  const course = new TempCourse(smallCourseFiles());
  symlinkSync(join(REPOSITORY, "shared"), join(course.root, "shared"));
  symlinkSync(join(REPOSITORY, "node_modules"), join(course.root, "node_modules"));
  return course;
}

/** This course as it is now. */
export function copyOfThisCourse(): TempCourse {
  const course = new TempCourse({});
  const isCopied = (path: string) =>
    !relative(REPOSITORY, path)
      .split(sep)
      .some((name) => NOT_COPIED.has(name));
  cpSync(REPOSITORY, course.root, { recursive: true, filter: isCopied });
  symlinkSync(join(REPOSITORY, "node_modules"), join(course.root, "node_modules"));
  return course;
}

/** What one rule finds in a course. */
export async function findings(rule: Rule, { root }: TempCourse): Promise<Finding[]> {
  return await rule(await openCourse(root));
}

export function fence(info: string, ...lines: string[]): string {
  return ["```" + info, ...lines, "```"].join("\n");
}

function smallCourseFiles(): Record<string, string> {
  const map = ["| 章 | 标题 |", "| --- | --- |", "| [s01](s01_echo/) | Echo |", "| [s02](s02_count/) | Count |"].join(
    "\n",
  );
  return {
    "package.json": JSON.stringify({
      type: "module",
      scripts: {
        s01: "node --import tsx s01_echo/main.ts",
        s02: "node --import tsx s02_count/main.ts",
        diff: "echo a difference",
        compare: "echo compared",
        test: "echo tested",
      },
    }),
    "README.md": `# 课程\n\n${map}\n`,
    "docs/words.md": "# 词汇\n\n## 一轮 (Turn)\n\n见 [s01](../s01_echo/README.md#试一下)。\n",
    "s01_echo/main.ts": mainOf("s01", "Echo"),
    "s01_echo/echo.ts": ECHO,
    "s01_echo/README.md": lessonOf("s01", "Echo", "[目录](../README.md) → `s01` → [下一节：s02](../s02_count/)"),
    "s02_count/main.ts": mainOf("s02", "Count"),
    "s02_count/echo.ts": ECHO,
    "s02_count/README.md": lessonOf("s02", "Count", "[上一节：s01](../s01_echo/) → `s02` → 下一节：s03（尚未写成）"),
  };
}

const ECHO = `/** What was said, once more. */
export function echo(said: string): string {
  return said;
}

type Loudness = "low" | "high";

export class Mouth {
  #loudness: Loudness = "low";

  /** Opens. */
  speak(said: string): string {
    if (this.#loudness === "high") {
      return said.toUpperCase();
    }
    return echo(said);
  }
}
`;

function mainOf(id: string, title: string): string {
  return `import type { Chapter } from "../shared/chapter.ts";
import { startWhenMain } from "../shared/cli.ts";
import { echo } from "./echo.ts";

export const chapter: Chapter = {
  id: "${id}",
  title: "${title}",
  cases: [
    { name: "default", shows: "说一句", inputs: ["你好"], script: [] },
    { name: "two", shows: "说两句", inputs: ["你好", "再见"], script: [] },
  ],
  async play(scene, stage) {
    for (const input of scene.inputs) {
      stage.user(input);
      await stage.output({ type: "heard" });
      stage.assistant({ role: "assistant", content: echo(input) });
    }
  },
};

await startWhenMain(import.meta.url, chapter);
`;
}

function lessonOf(id: string, title: string, navigation: string): string {
  const output = [`${id}: ${title}`, "", "[user]", "你好", "", "heard", "", "[assistant]", "content: 你好"];
  const sections = [
    `## 问题\n\n${"字".repeat(1000)}`,
    "## 解决方案\n\n见[词汇](../docs/words.md#一轮-turn)。",
    `## 工作原理\n\n${fence("ts echo.ts#echo", ...ECHO.split("\n").slice(1, 4))}`,
    `## 试一下\n\n${fence("sh", `npm run ${id}`)}\n\n输出：\n\n${fence("text", ...output)}`,
    `## 接入主线\n\n${fence("sh", `npm run ${id} -- --case two`)}\n\n${fence("text excerpt", "content: 再见")}`,
    "## 练习",
    "## 接下来",
    "<details><summary>与真实源码对照</summary>\n\nPi 也一样。\n\n</details>",
  ];
  return (
    [`# ${id}: ${title} — 学舌`, "> *山谷的回声。*\n> **Pi 边界**：没有。", navigation, "---", ...sections].join(
      "\n\n",
    ) + "\n"
  );
}
