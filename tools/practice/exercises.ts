import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findChapters, type ChapterFolder } from "../chapters.ts";
import { lessonTasks, type Lesson } from "./lesson.ts";
import type { Problem } from "../problem.ts";

/** What an exercise asks for; a chapter's exercises stand in this order. */
export const KINDS = { predict: "预测", repair: "修复", write: "补写", change: "改造" } as const;
export type Kind = keyof typeof KINDS;

/** One exercise of the course. Files are paths from the root. */
export type Exercise = {
  /** As a reader types it: `s05/01`. */
  id: string;
  chapter: string;
  chapterTitle: string;
  /** Folder of the chapter. */
  folder: string;
  number: string;
  slug: string;
  /** Slugs under which it was known before. */
  formerly: string[];
  title: string;
  /** Markdown, as it stands in the lesson. */
  task: string;
  kind: Kind;
  /** What the verdict on the untouched starter says, in part. */
  fails: string;
  /** Counts up when the check becomes stricter, so that whoever passed it before is told. */
  revision: number;
  /** Equal for checks that are equal, whatever the exercise is called. */
  fingerprint: string;
  /** One after the other, the later ones saying more. */
  hints: string[];
  starter: string;
  solution: string;
  check: string;
  /** Where the reader works. */
  work: string;
};

/** Where readers work and where their record lies; git does not know it. */
export const WORK_FOLDER = "practice";

const FOLDER = /^(\d\d)_([a-z0-9_]+)$/;
const SETTINGS = new Set(["kind", "fails", "revision", "formerly"]);

/** All exercises in their order, and what is wrong with how they are written. One with a problem may be left out. */
export function findExercises(root: string): { exercises: Exercise[]; problems: Problem[] } {
  const exercises: Exercise[] = [];
  const problems: Problem[] = [];
  for (const chapter of findChapters(root)) {
    const folder = join(chapter.folder, "exercises");
    const lesson = lessonTasks(root, chapter);
    problems.push(...lesson.problems);
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : [];
    const found = names.map((name) => readExercise(root, chapter, name, lesson));
    exercises.push(...found.flatMap(({ exercise }) => (exercise ? [exercise] : [])));
    problems.push(...found.flatMap((one) => one.problems));
  }
  return { exercises, problems };
}

function readExercise(root: string, { id, folder }: ChapterFolder, name: string, lesson: Lesson) {
  const path = `${folder}/exercises/${name}`;
  const problems: Problem[] = [];
  const fault = (message: string, file = path) => void problems.push({ file, message });

  const [, number, slug] = FOLDER.exec(name) ?? [];
  if (!number || !slug) {
    fault("文件夹的名字应当是 01_some_name 这样：两位数字，下划线，小写字母、数字和下划线。");
    return { problems };
  }
  const files = { starter: `${path}/starter.ts`, solution: `${path}/solution.ts`, check: `${path}/check.ts` };
  for (const file of [...Object.values(files), `${path}/hint.md`, `${path}/exercise.json`]) {
    if (!existsSync(join(root, file))) fault("缺这个文件。", file);
  }
  if (!existsSync(join(root, files.starter)) || !existsSync(join(root, files.check))) return { problems };

  const hints = readHints(root, `${path}/hint.md`);
  if (hints.length === 0 && existsSync(join(root, `${path}/hint.md`))) fault("提示是空的。", `${path}/hint.md`);
  const task = lesson.tasks.get(`${id}/${number}`);
  const settings = readSettings(root, `${path}/exercise.json`, fault);
  const exercise: Exercise = {
    id: `${id}/${number}`,
    chapter: id,
    chapterTitle: lesson.title,
    folder,
    number,
    slug,
    title: task?.title ?? slug.replaceAll("_", " "),
    task: task?.text ?? "",
    fingerprint: fingerprintOf(root, files.check) ?? "",
    hints,
    ...settings,
    ...files,
    work: `${WORK_FOLDER}/${id}_${number}_${slug}.ts`,
  };
  return { exercise, problems };
}

/** Of a check, a path from the root; undefined when it is not there. */
export function fingerprintOf(root: string, check: string): string | undefined {
  const file = join(root, check);
  if (!existsSync(file)) return undefined;
  return createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
}

type Settings = Pick<Exercise, "kind" | "fails" | "revision" | "formerly">;

function readSettings(root: string, file: string, fault: (message: string, file: string) => void): Settings {
  const settings: Settings = { kind: "write", fails: "", revision: 1, formerly: [] };
  if (!existsSync(join(root, file))) return settings;
  const read = parseObject(readFileSync(join(root, file), "utf8"));
  if (!read) {
    fault("应当是一个 JSON 对象。", file);
    return settings;
  }
  const { kind, fails, revision, formerly = [] } = read;
  const unknown = Object.keys(read).filter((key) => !SETTINGS.has(key));
  if (unknown.length > 0) fault(`不认得 ${unknown.join("、")}。认得的：${[...SETTINGS].join("、")}。`, file);
  if (typeof kind === "string" && Object.hasOwn(KINDS, kind)) settings.kind = kind as Kind;
  else fault(`kind 应当是 ${Object.keys(KINDS).join("、")} 之一。`, file);
  if (typeof fails === "string" && fails !== "") settings.fails = fails;
  else fault("fails 应当写明没有动过的起点会得到什么判语，写其中一段。", file);
  if (Number.isInteger(revision) && Number(revision) >= 1) settings.revision = Number(revision);
  else fault("revision 应当是 1 以上的整数；检查变严一次，加一。", file);
  if (Array.isArray(formerly) && formerly.every((slug) => typeof slug === "string")) settings.formerly = formerly;
  else fault("formerly 应当是一列从前的名字。", file);
  return settings;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Hints are divided by a line of three hyphens. */
function readHints(root: string, file: string): string[] {
  if (!existsSync(join(root, file))) return [];
  const parts = readFileSync(join(root, file), "utf8").split(/^---\s*$/m);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
