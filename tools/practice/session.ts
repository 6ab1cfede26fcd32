import { readFileSync } from "node:fs";
import { join } from "node:path";
import { whereToGoOn, type PracticeCourse } from "./course.ts";
import { describeDiskError } from "./disk-error.ts";
import type { Exercise } from "./exercises.ts";
import type { Outcome } from "./runner.ts";
import { FILTERS, frameOf, rowsShown, type Filter, type Frame, type Scene, type Size } from "./screen.ts";
import { prepareWork, readText, readWork, resetWork, strayFiles } from "./workspace.ts";

/** What runs checks, as the session needs it. */
export type Checks = { run(exercise: Exercise): Promise<Outcome>; cancel(): void };

/** Names of keys, as `node:readline` gives them, or the character. */
export type Key = string;

/** Rows or lines that a key goes up or down. */
const STEPS: Partial<Record<Key, number>> = {
  up: -1,
  k: -1,
  pageup: -10,
  home: -Infinity,
  down: 1,
  j: 1,
  pagedown: 10,
  space: 10,
  end: Infinity,
};

/** A run that was begun this many milliseconds ago is given up when there is something newer to check. */
const STALE = 1_500;

/** What a reader does at the console, without the terminal: keys and saves come in, frames go out. */
export class Session {
  readonly #course: PracticeCourse;
  readonly #checks: Checks;
  readonly #changed: () => void;
  #scene: Scene;
  /** The text that the newest run was begun with. */
  #checked: string | undefined;
  #begun: number | undefined;
  #again = false;
  #frame: Frame = { lines: [], scroll: 0, most: 0, tooSmall: false };

  /** `changed` is told when a new frame is due. Throws when the course has no exercises. */
  constructor(course: PracticeCourse, checks: Checks, changed: () => void, notice?: string) {
    const exercise = whereToGoOn(course);
    if (!exercise) throw new Error("A session needs an exercise");
    this.#course = course;
    this.#checks = checks;
    this.#changed = changed;
    const closed = { hints: 0, solution: "", filter: "all", view: "exercise", running: false } as const;
    this.#scene = { ...closed, rows: [], exercise, selected: exercise, notice };
    this.#goTo(exercise, notice);
  }

  get exercise(): Exercise {
    return this.#scene.exercise;
  }

  frame(size: Size, colour: boolean): Frame {
    this.#frame = frameOf(this.#scene, size, colour);
    return this.#frame;
  }

  /** Takes one key; true when the reader wants to leave. */
  press(key: Key): boolean {
    const { asking, view } = this.#scene;
    if (key === "ctrl-c" || (key === "q" && asking === undefined)) return true;
    // Nobody should confirm what cannot be seen.
    if (this.#frame.tooSmall) return false;
    this.#show({ notice: undefined, asking: undefined });
    if (asking === "reset" && key === "x") this.#reset();
    else if (asking === "solution" && key === "s") this.#showSolution();
    else if (asking !== undefined) return false;
    else if (!this.#move(key)) this.#command(view, key);
    return false;
  }

  /** The file of the exercise may have changed on the disk, or be gone; `name`: what the disk says has changed. */
  saved(name?: string): void {
    this.#watchForAnother(name);
    const text = readWork(this.#course.root, this.exercise);
    if (text === this.#checked) return;
    if (text === undefined) this.#missing();
    else this.#check();
  }

  /** Who goes on to another exercise may still have the file of the last one open. */
  #watchForAnother(name: string | undefined): void {
    if (name === undefined || this.exercise.work.endsWith(`/${name}`)) return;
    const other = this.#course.exercises.find(({ work }) => work.endsWith(`/${name}`));
    // What this console copied there is nobody's save.
    if (other && !this.#isStarter(other))
      this.#show({ notice: `你存的是 ${other.id} 的文件，这里是 ${this.exercise.id}。按 l 可以去 ${other.id}。` });
  }

  #command(view: Scene["view"], key: Key): void {
    if (view === "list") return this.#commandInList(key);
    const back = { view: "exercise", scroll: undefined } as const;
    if (view === "solution" && (key === "s" || key === "escape")) return this.#show(back);
    switch (key) {
      case "h":
        return this.#show({ ...back, hints: Math.min(this.#scene.hints + 1, this.exercise.hints.length) });
      case "n":
        return this.#neighbour(1);
      case "p":
        return this.#neighbour(-1);
      case "l":
        return this.#openList();
      case "r":
        this.#show(back);
        return readWork(this.#course.root, this.exercise) === undefined ? this.#missing() : this.#check();
      case "x":
        return this.#askToReset();
      case "s":
        return this.#standing(this.exercise).done ? this.#showSolution() : this.#show({ asking: "solution" });
    }
  }

  #askToReset(): void {
    const isThere = readWork(this.#course.root, this.exercise) !== undefined;
    this.#show(isThere && this.#isStarter(this.exercise) ? { notice: "还是起点，不用换。" } : { asking: "reset" });
  }

  #openList(): void {
    this.#show({ view: "list", scroll: undefined });
    this.#select(this.exercise);
  }

  #commandInList(key: Key): void {
    const { filter, selected } = this.#scene;
    if (key === "l" || key === "escape") this.#show({ view: "exercise", scroll: undefined });
    else if (key === "return" && selected) this.#goTo(selected);
    else if (key === "left" || key === "right") this.#selectChapter(key === "left" ? -1 : 1);
    else if (key === "f") {
      const names = Object.keys(FILTERS) as Filter[];
      this.#show({ filter: names[(names.indexOf(filter) + 1) % names.length] ?? "all" });
      this.#select(selected);
    }
  }

  /** Puts the cursor of the list there; on its first row where the filter does not let that exercise through. */
  #select(wanted: Exercise | undefined): void {
    const rows = rowsShown(this.#scene);
    const row = rows.find(({ exercise }) => exercise === wanted) ?? rows[0];
    this.#show({ selected: row?.exercise, scroll: undefined });
  }

  #selectChapter(step: -1 | 1): void {
    const rows = rowsShown(this.#scene).map(({ exercise }) => exercise);
    const chapters = [...new Set(rows.map(({ chapter }) => chapter))];
    const next = chapters[chapters.indexOf(this.#scene.selected?.chapter ?? "") + step];
    if (next !== undefined) this.#select(rows.find(({ chapter }) => chapter === next));
  }

  /** Up and down: the cursor of the list, or the text. True when `key` was one of them. */
  #move(key: Key): boolean {
    const step = STEPS[key];
    if (step === undefined) return false;
    if (this.#scene.view === "list") {
      const rows = rowsShown(this.#scene).map(({ exercise }) => exercise);
      const at = this.#scene.selected ? rows.indexOf(this.#scene.selected) : -1;
      const selected = rows[Math.max(Math.min(at + step, rows.length - 1), 0)];
      this.#show({ selected, scroll: undefined });
    } else {
      const scroll = Math.max(Math.min(this.#frame.scroll + step, this.#frame.most), 0);
      // Several keys may come before the next frame.
      this.#frame = { ...this.#frame, scroll };
      this.#show({ scroll });
    }
    return true;
  }

  #neighbour(step: number): void {
    const { exercises, record } = this.#course;
    const next = exercises[exercises.indexOf(this.exercise) + step];
    if (next) return this.#goTo(next);
    const pending = exercises.filter((one) => !record.standing(one).done).length;
    const left = pending === 0 ? "全部练习都通过了。" : `还有 ${pending} 题没有通过，按 l 看是哪些。`;
    this.#show({ notice: step < 0 ? "这是第一题。" : `这是最后一题。${left}` });
  }

  #goTo(exercise: Exercise, notice?: string): void {
    this.#show({ exercise, notice, view: "exercise", hints: 0, outcome: undefined, scroll: undefined });
    this.#attempt("这一题准备不好", () => {
      const prepared = prepareWork(this.#course.root, exercise);
      if (typeof prepared === "object")
        this.#show({ notice: `${prepared.renamedFrom} 改名为 ${exercise.work}：课程给这一题换了编号。` });
      // Another console may have added to it.
      const damaged = this.#course.record.refresh();
      if (damaged !== undefined) this.#show({ notice: damaged });
      this.#course.record.goTo(exercise);
    });
    if (readWork(this.#course.root, exercise) === undefined) this.#missing();
    else this.#check();
  }

  #reset(): void {
    this.#attempt("重置不了", () => {
      const kept = resetWork(this.#course.root, this.exercise);
      this.#show({ notice: `换回了起点。${kept === undefined ? "" : `你写的存在 ${kept}。`}`, hints: 0 });
    });
    this.#check();
  }

  #showSolution(): void {
    this.#attempt("解答读不出来", () => {
      const solution = readFileSync(join(this.#course.root, this.exercise.solution), "utf8");
      this.#show({ view: "solution", solution, scroll: 0 });
    });
  }

  #missing(): void {
    this.#checked = undefined;
    const { root, exercises } = this.#course;
    const stray = strayFiles(root, exercises);
    const renamed = stray.length === 0 ? "" : `practice/ 里有 ${stray.join("、")}，改了名就改回来。`;
    const message = `${this.exercise.work} 不见了。${renamed}要一份新的起点，按 x 再按 x。`;
    this.#show({ outcome: { verdict: { kind: "missing", message }, printed: "" } });
  }

  /** Runs the check on the file as it is now; once more when it changes meanwhile. */
  #check(): void {
    if (this.#begun !== undefined) {
      this.#again = true;
      if (performance.now() - this.#begun > STALE) this.#checks.cancel();
      return;
    }
    const { exercise } = this;
    this.#checked = readWork(this.#course.root, exercise);
    this.#begun = performance.now();
    this.#show({ running: true });
    void this.#checks.run(exercise).then((outcome) => this.#checkedWith(exercise, outcome));
  }

  #checkedWith(exercise: Exercise, outcome: Outcome): void {
    this.#begun = undefined;
    // What passed is kept before anybody is told of it: the process may end at any moment.
    if (outcome.verdict.kind === "passed") {
      this.#attempt("通过了，可是记录写不进去", () => this.#course.record.passed(exercise));
    }
    const again = this.#again;
    this.#again = false;
    this.#show({ running: false });
    if (readWork(this.#course.root, this.exercise) === undefined) this.#missing();
    else if (again) this.#check();
    else if (exercise === this.exercise)
      this.#show({ outcome, untouched: this.#isStarter(exercise), scroll: undefined });
  }

  /** Whether the reader's file is the starter, as it was copied, or not there. */
  #isStarter(exercise: Exercise): boolean {
    const text = readWork(this.#course.root, exercise);
    return text === undefined || text === readText(this.#course.root, exercise.starter);
  }

  /** Does what the disk may refuse; says so and goes on when it does. */
  #attempt(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#show({ notice: `${what}：${describeDiskError(error)}` });
    }
  }

  #standing(exercise: Exercise) {
    return this.#course.record.standing(exercise);
  }

  #show(change: Partial<Scene>): void {
    const { exercises } = this.#course;
    const rows = exercises.map((exercise) => ({ exercise, ...this.#standing(exercise) }));
    this.#scene = { ...this.#scene, ...change, rows };
    this.#changed();
  }
}
