import { describe, expect, it } from "vitest";
import { TempCourse } from "../temp-course.ts";
import { auditSets } from "./audit.ts";
import { findExercises } from "./exercises.ts";

/** A small chapter with one good exercise; `changes` replaces files, undefined leaves one out. */
function course(changes: Record<string, string | undefined> = {}): TempCourse {
  const path = "s01_first/exercises/01_one";
  const files: Record<string, string | undefined> = {
    "s01_first/README.md":
      "# s01: First Steps — 一句话\n\n## 练习\n\n说明。\n\n### s01/01 第一题\n\n做 [这个](x.md)。\n\n当心。\n\n## 接下来\n\n完。\n",
    [`${path}/starter.ts`]: "export const a = 1;\n",
    [`${path}/solution.ts`]: "export const a = 2;\n",
    [`${path}/check.ts`]: "export {};\n",
    [`${path}/hint.md`]: "一\n\n---\n\n二\n",
    [`${path}/exercise.json`]: '{ "kind": "predict", "fails": "没有写", "revision": 2, "formerly": ["eins"] }',
    ...changes,
  };
  return new TempCourse(
    Object.fromEntries(Object.entries(files).flatMap(([file, text]) => (text === undefined ? [] : [[file, text]]))),
  );
}

const path = "s01_first/exercises/01_one";

describe("findExercises", () => {
  it("reads an exercise from its folder and from the lesson", () => {
    const { exercises, problems } = findExercises(course().root);
    expect(problems).toEqual([]);
    expect(exercises).toMatchObject([
      {
        id: "s01/01",
        chapterTitle: "First Steps",
        slug: "one",
        formerly: ["eins"],
        title: "第一题",
        task: "做 [这个](x.md)。\n\n当心。",
        kind: "predict",
        fails: "没有写",
        revision: 2,
        hints: ["一", "二"],
        work: "practice/s01_01_one.ts",
      },
    ]);
  });

  it.each([
    ["a starter", { [`${path}/starter.ts`]: undefined }, "缺这个文件"],
    ["a hint", { [`${path}/hint.md`]: undefined }, "缺这个文件"],
    ["anything in the hint", { [`${path}/hint.md`]: "\n---\n" }, "提示是空的"],
    ["settings", { [`${path}/exercise.json`]: undefined }, "缺这个文件"],
    ["settings that are JSON", { [`${path}/exercise.json`]: "{" }, "JSON"],
    ["a kind", { [`${path}/exercise.json`]: '{ "fails": "x", "revision": 1 }' }, "kind"],
    ["a reason to fail", { [`${path}/exercise.json`]: '{ "kind": "predict", "revision": 1 }' }, "fails"],
    ["a revision", { [`${path}/exercise.json`]: '{ "kind": "predict", "fails": "x", "revision": 0 }' }, "revision"],
    [
      "known settings only",
      { [`${path}/exercise.json`]: '{ "kind": "predict", "fails": "x", "revision": 1, "a": 1 }' },
      "不认得 a",
    ],
    ["a proper folder", { "s01_first/exercises/two/starter.ts": "" }, "文件夹的名字"],
    ["a proper heading", { "s01_first/README.md": "# s01: A — b\n\n## 练习\n\n### 第一题\n\n做。\n" }, "三级标题"],
    ["the own chapter in a heading", { "s01_first/README.md": "## 练习\n\n### s02/01 第一题\n\n做。\n" }, "三级标题"],
    ["a task", { "s01_first/README.md": "## 练习\n\n### s01/01 第一题\n\n## 接下来\n" }, "没有写要做什么"],
  ])("wants %s", (_, changes, words) => {
    const { problems } = findExercises(course(changes).root);
    expect(problems.map(({ message }) => message).join()).toContain(words);
  });
});

describe("auditSets", () => {
  const audit = (changes: Record<string, string | undefined>) => {
    const { root } = course(changes);
    return auditSets(root, findExercises(root).exercises, [])
      .map(({ message }) => message)
      .join("\n");
  };
  const copies = (names: [string, string][]) =>
    Object.fromEntries(
      names.flatMap(([name, kind]) => [
        [`s01_first/exercises/${name}/starter.ts`, ""],
        [`s01_first/exercises/${name}/check.ts`, ""],
        [`s01_first/exercises/${name}/exercise.json`, JSON.stringify({ kind, fails: "x", revision: 1 })],
      ]),
    );
  const lesson = (count: number) =>
    `## 练习\n\n${Array.from({ length: count }, (_, index) => `### s01/0${index + 1} 题\n\n做。\n\n`).join("")}`;

  it("wants three or four, numbered from one, told in the lesson, from predicting to changing", () => {
    const good = copies([
      ["02_b", "repair"],
      ["03_c", "change"],
    ]);
    expect(audit({ ...good, "s01_first/README.md": lesson(3) })).toBe("");
    expect(audit({})).toContain("有 1 道练习");
    expect(audit({ ...good, "s01_first/README.md": lesson(2) })).toContain(
      "s01/01、s01/02、s01/03，现在是 s01/01、s01/02",
    );
    expect(
      audit(
        copies([
          ["02_b", "repair"],
          ["04_c", "change"],
        ]),
      ),
    ).toContain("从 01 起连续");
    expect(
      audit(
        copies([
          ["02_b", "write"],
          ["03_c", "repair"],
          ["04_d", "change"],
        ]),
      ),
    ).toContain("由易到难");
    expect(
      audit(
        copies([
          ["02_b", "repair"],
          ["03_c", "write"],
        ]),
      ),
    ).toContain("由易到难");
  });

  it("looks at chapters without exercises too", () => {
    expect(audit({ "s02_second/README.md": "# s02\n" })).toContain("有 0 道练习");
  });
});
