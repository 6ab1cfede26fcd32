import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPractice } from "./course.ts";
import { findExercises } from "./exercises.ts";
import { Runner } from "./runner.ts";
import { sampleCourse } from "./sample-course.ts";
import { Session } from "./session.ts";
import { watchWork } from "./watch.ts";

/** Milliseconds from a save to the verdict on the screen, as the blueprint of the course wants it. */
export const SAVE_TARGET = 300;

/** Nobody saves again sooner after a verdict; what gets ready for the next run meanwhile is not waited for. */
const PAUSE = 500;

/** The chapter whose first exercise is saved over and over. */
const CHAPTER = /^s05_/;

/**
 * How long each of `runs` saves takes from the file to the screen: watcher, console and a warm runner as readers have them,
 * on a course of its own. Undefined for a course without that chapter's exercises.
 */
export async function saveToVerdict(course: string, runs: number): Promise<number[] | undefined> {
  const exercise = findExercises(course).exercises.find(({ folder }) => CHAPTER.test(folder));
  if (!exercise) return undefined;
  const { root, remove } = sampleCourse([exercise.folder], course);
  const { course: practice } = openPractice(root);
  const runner = new Runner(root);
  let verdict: (() => void) | undefined;
  const changed = () => {
    const { lines } = session.frame({ columns: 80, rows: 40 }, false);
    if (lines.some((line) => line.startsWith("没有通过"))) verdict?.();
  };
  // The session tells of its first changes before it is there.
  const session: Session = new Session(practice, runner, () => void setImmediate(changed));
  const work = session.exercise.work;
  const stop = watchWork(
    root,
    () => work,
    () => session.saved(),
  );
  const save = (text: string) =>
    new Promise<number>((resolve) => {
      const start = performance.now();
      // The verdict on the save before is still there until this one's check begins.
      verdict = () => lastSaw(session, text) && resolve(performance.now() - start);
      writeFileSync(join(root, work), `export const trace: string[] = ["${text}"];\n`);
    });
  try {
    // Cold: what a reader waits for once.
    for (let time = 0; time < 3; time++) await save(`cold ${time}`);
    const times: number[] = [];
    for (let time = 0; time < runs; time++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      times.push(await save(`save ${time}`));
    }
    return times;
  } finally {
    stop();
    runner.close();
    remove();
  }
}

/** The median of `runs` saves in a sentence, beside its target; judges nothing. "" for a course without the exercise. */
export async function describeSaves(course: string, runs: number): Promise<string> {
  const times = await saveToVerdict(course, runs);
  if (!times) return "";
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => `${Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN)} ms`;
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const figures = `中位数 ${Math.round(median)} ms，最快 ${at(0)}，最慢 ${at(1)}`;
  return `练习从保存到判语：${figures}；目标 ${SAVE_TARGET} ms${median > SAVE_TARGET ? "   超过" : ""}\n`;
}

/** Whether the screen shows the verdict on what was written last; a wrong prediction is quoted. */
function lastSaw(session: Session, text: string): boolean {
  return session.frame({ columns: 80, rows: 40 }, false).lines.join("").includes(`「${text}」`);
}
