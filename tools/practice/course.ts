import { join } from "node:path";
import { findExercises, KINDS, type Exercise } from "./exercises.ts";
import { PracticeRecord } from "./record.ts";
import { RECORD_FILE } from "./workspace.ts";

/** The exercises of a course and how far its reader is. */
export type PracticeCourse = { root: string; exercises: Exercise[]; record: PracticeRecord };

/** Opens both; `notice` is what the reader should know of the record, if anything. Throws when it cannot be read. */
export function openPractice(root: string): { course: PracticeCourse; notice: string | undefined } {
  const { exercises } = findExercises(root);
  const record = new PracticeRecord(join(root, RECORD_FILE));
  const notice = record.refresh();
  return { course: { root, exercises, record }, notice };
}

/** Where to go on: where the reader was or, when that is done, the first pending one after it, else the first pending. */
export function whereToGoOn({ exercises, record }: PracticeCourse): Exercise | undefined {
  const last = record.current(exercises);
  if (last && !record.standing(last).done) return last;
  const after = last ? exercises.slice(exercises.indexOf(last)) : [];
  return [...after, ...exercises].find((one) => !record.standing(one).done) ?? last ?? exercises[0];
}

/** One exercise as `--list` and `--json` show it. */
export type Item = {
  exercise: string;
  title: string;
  kind: string;
  done: boolean;
  /** Passed by a check that has been made stricter since. */
  stricter: boolean;
  file: string;
};

export function itemOf({ record }: PracticeCourse, exercise: Exercise): Item {
  const { id, title, kind, work } = exercise;
  return { exercise: id, title, kind, ...record.standing(exercise), file: work };
}

export const STRICTER = "你通过以后，它的检查变严了，可以再做一遍";

/** The id first, so that scripts can read it. */
export function describeItem({ record }: PracticeCourse, exercise: Exercise, mark?: string): string {
  const { done, stricter } = record.standing(exercise);
  const { id, kind, title } = exercise;
  return `${id}  ${mark ?? (done ? "通过" : "未做")}  ${KINDS[kind]}  ${title}${stricter ? `（${STRICTER}）` : ""}`;
}
