import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../../shared/chapter.ts";
import { findChapters, loadChapter, type ChapterFolder } from "../chapters.ts";
import type { Problem } from "../problem.ts";
import { readDocuments, type Document, type Edit } from "./documents.ts";
import { Player } from "./play.ts";

/** What the rules look at. */
export type Course = {
  root: string;
  chapters: CourseChapter[];
  documents: Document[];
  /** The scripts of package.json. */
  scripts: Record<string, string>;
  player: Player;
};

/** `loaded` is the chapter, or why its `main.ts` could not be imported. */
export type CourseChapter = ChapterFolder & { loaded: Chapter | Error };

/** A problem, and the edit of its file that would mend it. */
export type Finding = Problem & { edit?: Edit };

export type Rule = (course: Course) => Finding[] | Promise<Finding[]>;

export async function openCourse(root: string): Promise<Course> {
  const folders = findChapters(root);
  const chapters = await Promise.all(
    folders.map(async (folder) => ({ ...folder, loaded: await loadChapter(root, folder.folder).catch(asError) })),
  );
  return {
    root,
    chapters,
    documents: readDocuments(root, folders),
    scripts: readScripts(root),
    player: new Player(root),
  };
}

/** The lessons that exist, each with its chapter. */
export function lessonsOf({ chapters, documents }: Course): { chapter: CourseChapter; document: Document }[] {
  return chapters.flatMap((chapter) => {
    const document = documents.find(({ file }) => file === `${chapter.folder}/README.md`);
    return document ? [{ chapter, document }] : [];
  });
}

/** The chapter with this id, when it could be loaded. */
export function loadedChapter({ chapters }: Course, id: string): Chapter | undefined {
  const loaded = chapters.find((chapter) => chapter.id === id)?.loaded;
  return loaded instanceof Error ? undefined : loaded;
}

function readScripts(root: string): Record<string, string> {
  const file = join(root, "package.json");
  if (!existsSync(file)) return {};
  const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
  return scripts;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
