import type { Exercise } from "./exercises.ts";

/** An exercise as data, for tests that need no files. */
export function exerciseFor(id: string, slug: string, more: Partial<Exercise> = {}): Exercise {
  const [chapter = "", number = ""] = id.split("/");
  const path = `${chapter}_chapter/exercises/${number}_${slug}`;
  return {
    id,
    chapter,
    chapterTitle: `Chapter ${chapter}`,
    folder: `${chapter}_chapter`,
    number,
    slug,
    formerly: [],
    title: `题 ${id}`,
    task: "做这一题。",
    kind: "write",
    fails: "没有写",
    revision: 1,
    fingerprint: `check of ${slug}`,
    hints: ["第一条提示", "第二条提示"],
    starter: `${path}/starter.ts`,
    solution: `${path}/solution.ts`,
    check: `${path}/check.ts`,
    work: `practice/${chapter}_${number}_${slug}.ts`,
    ...more,
  };
}
