import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TempCourse } from "../temp-course.ts";
import { exerciseFor } from "./fixture.ts";
import { PracticeRecord } from "./record.ts";
import type { Exercise } from "./exercises.ts";
import type { Outcome } from "./runner.ts";
import { Session } from "./session.ts";
import { RECORD_FILE } from "./workspace.ts";

const exercises = [exerciseFor("s01/01", "one"), exerciseFor("s01/02", "two"), exerciseFor("s02/01", "three")];
const [one, two, three] = exercises as [Exercise, Exercise, Exercise];

/** Checks that the test answers by hand; what is RIGHT passes. */
class HandChecks {
  readonly asked: string[] = [];
  cancelled = 0;
  #finish: ((outcome: Outcome) => void) | undefined;

  run(exercise: Exercise): Promise<Outcome> {
    this.asked.push(exercise.id);
    return new Promise((resolve) => (this.#finish = resolve));
  }

  cancel(): void {
    this.cancelled++;
  }

  async finish(passed: boolean): Promise<void> {
    const wrong = { kind: "failed", saw: "看见一样。", should: "另一样。", read: "README.md" } as const;
    this.#finish?.({ verdict: passed ? { kind: "passed" } : wrong, printed: "" });
    await new Promise(setImmediate);
  }
}

let course: TempCourse;
let checks: HandChecks;
beforeEach(() => {
  course = new TempCourse(
    Object.fromEntries(
      exercises.flatMap(({ starter, solution }) => [
        [starter, "start\n"],
        [solution, "solved\n"],
      ]),
    ),
  );
  checks = new HandChecks();
});

function record(): PracticeRecord {
  const fresh = new PracticeRecord(join(course.root, RECORD_FILE));
  fresh.refresh();
  return fresh;
}

function begin(): Session {
  return new Session({ root: course.root, exercises, record: record() }, checks, () => {});
}

function seen(session: Session): string {
  return session.frame({ columns: 100, rows: 40 }, false).lines.join("\n");
}

function press(session: Session, keys: string): boolean {
  return keys.split(" ").some((key) => session.press(key));
}

describe("a session", () => {
  it("begins with the first exercise: copies its starter and checks it", async () => {
    const session = begin();
    expect(course.read(one.work)).toBe("start\n");
    expect(checks.asked).toEqual(["s01/01"]);
    expect(seen(session)).toContain("正在检查");
    await checks.finish(false);
    expect(seen(session)).toContain("看到：看见一样。");
  });

  it("goes on where the reader was, past what is done, without touching what is there", async () => {
    course.write(two.work, "mine\n");
    record().goTo(two);
    expect(begin().exercise).toBe(two);
    expect(course.read(two.work)).toBe("mine\n");
    record().passed(two);
    expect(begin().exercise).toBe(three);
  });

  it("checks each save, and a save during a check once more", async () => {
    const session = begin();
    session.saved();
    expect(checks.asked).toHaveLength(1);
    course.write(one.work, "a\n");
    session.saved();
    course.write(one.work, "b\n");
    session.saved();
    expect(checks.asked).toHaveLength(1);
    await checks.finish(false);
    expect(checks.asked).toHaveLength(2);
    await checks.finish(true);
    expect(seen(session)).toContain("通过。");
    session.saved();
    expect(checks.asked).toHaveLength(2);
  });

  it("has written down what passed before it says so", async () => {
    const session = begin();
    await checks.finish(true);
    expect(record().standing(one).done).toBe(true);
    expect(seen(session)).toContain("1 / 3");
  });

  it("goes on when the record cannot be written, and says so", async () => {
    const session = begin();
    rmSync(join(course.root, "practice"), { recursive: true });
    course.write("practice", "a file where the folder was");
    await checks.finish(true);
    expect(seen(session)).toContain("记录写不进去");
  });

  it("keeps a later failure from undoing what passed", async () => {
    const session = begin();
    await checks.finish(true);
    course.write(one.work, "broken\n");
    session.saved();
    await checks.finish(false);
    expect(record().standing(one).done).toBe(true);
    expect(seen(session)).toContain("从前通过过");
  });

  it("says that nothing was changed yet", async () => {
    const session = begin();
    await checks.finish(false);
    expect(seen(session)).toContain("还是起点");
    course.write(one.work, "mine\n");
    session.saved();
    await checks.finish(false);
    expect(seen(session)).not.toContain("还是起点");
  });

  it("tells of a save that went to another exercise's file", () => {
    const session = begin();
    press(session, "n");
    session.saved("s01_01_one.ts");
    expect(seen(session)).not.toContain("你存的是");
    course.write(one.work, "mine\n");
    session.saved("s01_01_one.ts");
    expect(seen(session)).toContain("你存的是 s01/01 的文件");
  });

  it("does not take a copy of a file for a pass", () => {
    course.write(two.work, "solved\n");
    begin();
    expect(record().standing(two).done).toBe(false);
  });

  it("gives no verdict of one exercise to another", async () => {
    const session = begin();
    press(session, "n");
    await checks.finish(true);
    expect(record().standing(one).done).toBe(true);
    expect(checks.asked).toEqual(["s01/01", "s01/02"]);
    expect(seen(session)).toContain("正在检查");
    await checks.finish(false);
    expect(record().standing(two).done).toBe(false);
  });
});

describe("its keys", () => {
  it("next and previous go through the course and stop at its ends", async () => {
    const session = begin();
    press(session, "p");
    expect(seen(session)).toContain("这是第一题");
    press(session, "n n n");
    expect(session.exercise).toBe(three);
    expect(seen(session)).toContain("这是最后一题。还有 3 题没有通过");
    press(session, "p");
    expect(session.exercise).toBe(two);
    expect(record().current(exercises)).toBe(two);
  });

  it("hint shows one more each time", () => {
    const session = begin();
    press(session, "h");
    expect(seen(session)).toContain("第一条提示");
    expect(seen(session)).not.toContain("第二条提示");
    press(session, "h h");
    expect(seen(session)).toContain("第二条提示");
  });

  it("run again checks a file that did not change", async () => {
    const session = begin();
    await checks.finish(false);
    press(session, "r");
    expect(checks.asked).toHaveLength(2);
  });

  it("reset wants a second key, and keeps what it replaces", () => {
    const session = begin();
    course.write(one.work, "mine\n");
    press(session, "x n");
    expect([course.read(one.work), session.exercise]).toEqual(["mine\n", one]);
    press(session, "x x");
    expect(course.read(one.work)).toBe("start\n");
    expect(course.read(`${one.work}.bak`)).toBe("mine\n");
    // Once more: the first copy stays, and the starter needs none.
    press(session, "x x");
    expect(seen(session)).toContain("还是起点，不用换");
    course.write(one.work, "mine again\n");
    press(session, "x x");
    expect(seen(session)).toContain(`你写的存在 ${one.work}.bak2`);
    expect([course.read(`${one.work}.bak`), course.read(`${one.work}.bak2`)]).toEqual(["mine\n", "mine again\n"]);
    expect(existsSync(join(course.root, `${one.work}.bak3`))).toBe(false);
  });

  it("solution wants a second key until the exercise is passed", async () => {
    const session = begin();
    press(session, "s h");
    expect(seen(session)).not.toContain("solved");
    press(session, "s s");
    expect(seen(session)).toContain("solved");
    press(session, "s");
    expect(seen(session)).not.toContain("solved");
    await checks.finish(true);
    press(session, "s");
    expect(seen(session)).toContain("solved");
  });

  it("list picks any exercise, and shows only those wanted", async () => {
    const session = begin();
    await checks.finish(true);
    press(session, "l");
    expect(seen(session)).toContain("> s01/01");
    press(session, "f");
    expect(seen(session)).toContain("筛选（未做）");
    expect(seen(session)).toContain("> s01/02");
    press(session, "down return");
    expect(session.exercise).toBe(three);
    press(session, "l f");
    expect(seen(session)).toMatch(/练习：通过，1 题/);
    press(session, "escape");
    expect(session.exercise).toBe(three);
  });

  it("in the list, left and right go a chapter on, home and end to its ends", () => {
    const session = begin();
    press(session, "l right");
    expect(seen(session)).toContain("> s02/01");
    press(session, "right left");
    expect(seen(session)).toContain("> s01/01");
    press(session, "end");
    expect(seen(session)).toContain("> s02/01");
    press(session, "home return");
    expect(session.exercise).toBe(one);
  });

  it("work from the solution as from the exercise", () => {
    const session = begin();
    press(session, "s s n");
    expect(session.exercise).toBe(two);
    expect(seen(session)).not.toContain("solved");
    press(session, "s s h");
    expect(seen(session)).toContain("第一条提示");
    press(session, "s s l");
    expect(seen(session)).toContain("> s01/02");
  });

  it("scroll as often as they are pressed, however many come before the next frame", () => {
    course.write(one.solution, "line\n".repeat(100));
    const session = begin();
    press(session, "s s");
    const scroll = () => session.frame({ columns: 80, rows: 20 }, false).scroll;
    expect(scroll()).toBe(0);
    press(session, "down down down up");
    expect(scroll()).toBe(2);
    press(session, "end");
    expect(scroll()).toBeGreaterThan(50);
  });

  it("do nothing but quit where the terminal is too small to show a question", () => {
    const session = begin();
    course.write(one.work, "mine\n");
    session.frame({ columns: 10, rows: 3 }, false);
    press(session, "x x");
    expect(course.read(one.work)).toBe("mine\n");
    expect(press(session, "q")).toBe(true);
  });

  it("quit leaves, also with Ctrl+C, but not as the answer to a question", () => {
    const session = begin();
    course.write(one.work, "mine\n");
    expect(press(session, "x q")).toBe(false);
    expect(press(session, "q")).toBe(true);
    expect(press(session, "x ctrl-c")).toBe(true);
  });
});

describe("a file that is not there", () => {
  it("was renamed: says which one it may be, and makes no new one by itself", async () => {
    const session = begin();
    await checks.finish(false);
    renameSync(join(course.root, one.work), join(course.root, "practice/other.ts"));
    session.saved();
    expect(seen(session)).toContain(`${one.work} 不见了`);
    expect(seen(session)).toContain("practice/other.ts");
    expect(existsSync(join(course.root, one.work))).toBe(false);
    press(session, "x x");
    expect(readFileSync(join(course.root, one.work), "utf8")).toBe("start\n");
  });

  it("comes back: is checked again", async () => {
    const session = begin();
    await checks.finish(false);
    rmSync(join(course.root, one.work));
    session.saved();
    writeFileSync(join(course.root, one.work), "start\n");
    session.saved();
    expect(checks.asked).toHaveLength(2);
  });

  it("lies under the name that the exercise had before: is taken along", () => {
    course.write("practice/s01_07_one.ts", "mine\n");
    const session = begin();
    expect(course.read(one.work)).toBe("mine\n");
    expect(seen(session)).toContain("改名为");
  });

  it("cannot be read from the course: says so and goes on", async () => {
    course.remove(two.starter);
    const session = begin();
    await checks.finish(false);
    press(session, "n");
    expect(seen(session)).toContain("不见了");
    press(session, "n");
    expect(session.exercise).toBe(three);
  });
});
