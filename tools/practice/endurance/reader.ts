import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findExercises, WORK_FOLDER, type Exercise } from "../exercises.ts";
import { PracticeRecord } from "../record.ts";
import { sampleCourse } from "../sample-course.ts";
import { RECORD_FILE } from "../workspace.ts";

/** A course of two chapters in a folder of its own, and a reader who writes answers in it. `remove` it when done. */
export class Reader {
  readonly exercises: Exercise[];
  readonly root: string;
  readonly remove: () => void;

  constructor() {
    const { root, remove } = sampleCourse(["tools", "docs", "s01_minimal_loop", "s05_tool_hook_boundary"]);
    this.root = root;
    this.remove = remove;
    this.exercises = findExercises(root).exercises;
  }

  get recordFile(): string {
    return join(this.root, RECORD_FILE);
  }

  write(exercise: Exercise, text: string): void {
    writeFileSync(join(this.root, exercise.work), text);
  }

  copy(exercise: Exercise, from: "solution" | "starter"): void {
    copyFileSync(join(this.root, exercise[from]), join(this.root, exercise.work));
  }

  lose(exercise: Exercise): void {
    rmSync(join(this.root, exercise.work));
  }

  startOver(): void {
    rmSync(join(this.root, WORK_FOLDER), { recursive: true, force: true });
  }

  /** What the record says now; `damage` names lines that cannot be read. */
  record(): { passed: (exercise: Exercise) => boolean; damage: string | undefined } {
    const read = new PracticeRecord(this.recordFile);
    const damage = read.refresh();
    return { passed: (exercise) => read.standing(exercise).done, damage };
  }
}
