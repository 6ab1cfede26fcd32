import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { exerciseFor } from "./fixture.ts";
import { PracticeRecord } from "./record.ts";

let file = "";
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, "practice", "progress.ndjson");
});

function read(): PracticeRecord {
  const record = new PracticeRecord(file);
  record.refresh();
  return record;
}

const one = exerciseFor("s01/01", "first_steps");
const two = exerciseFor("s01/02", "second_steps");

describe("the record", () => {
  it("remembers what was passed and where the reader was", () => {
    const record = read();
    expect(record.standing(one)).toEqual({ done: false, stricter: false });
    expect(record.current([one, two])).toBeUndefined();
    record.passed(one);
    record.goTo(two);

    expect(read().standing(one)).toEqual({ done: true, stricter: false });
    expect(read().standing(two).done).toBe(false);
    expect(read().current([one, two])).toBe(two);
  });

  it("does not grow by what it knows already", () => {
    const record = read();
    for (let time = 0; time < 3; time++) {
      record.passed(one);
      record.goTo(one);
    }
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  });

  it("sees what another console adds, and takes nothing away from it", () => {
    const [here, there] = [read(), read()];
    here.passed(one);
    there.passed(two);
    here.refresh();
    expect([here.standing(one).done, here.standing(two).done]).toEqual([true, true]);
    expect([read().standing(one).done, read().standing(two).done]).toEqual([true, true]);
  });
});

describe("a course that changed", () => {
  it("knows an exercise again that was renumbered, renamed or moved", () => {
    read().passed(one);
    expect(read().standing({ ...one, id: "s01/03", number: "03" }).done).toBe(true);
    expect(read().standing({ ...one, slug: "new_name", formerly: [one.slug], fingerprint: "other" }).done).toBe(true);
    expect(read().standing({ ...one, slug: "new_name" }).done).toBe(true);
    expect(read().standing({ ...one, chapter: "s02", id: "s02/01" }).done).toBe(true);
  });

  it("does not take a new exercise for the one that stood in its place", () => {
    read().passed(one);
    expect(read().standing(exerciseFor("s01/01", "another")).done).toBe(false);
    expect(read().standing({ ...exerciseFor("s02/01", one.slug), fingerprint: "other" }).done).toBe(false);
  });

  it("keeps as done what a stricter check has not seen yet, and says so", () => {
    read().passed(one);
    const stricter = { ...one, revision: 2, fingerprint: "other" };
    expect(read().standing(stricter)).toEqual({ done: true, stricter: true });
    read().passed(stricter);
    expect(read().standing(stricter)).toEqual({ done: true, stricter: false });
  });

  it("begins elsewhere when the exercise that the reader was at is gone", () => {
    read().goTo(one);
    expect(read().current([two])).toBeUndefined();
  });
});

describe("a file that is damaged", () => {
  it("loses at most the line that was cut off, whatever byte it ends at", () => {
    read().passed(one);
    const whole = readFileSync(file).length;
    read().passed(two);
    const all = readFileSync(file);
    for (let size = whole; size < all.length; size++) {
      writeFileSync(file, all);
      truncateSync(file, size);
      const record = new PracticeRecord(file);
      record.refresh();
      expect(record.standing(one).done).toBe(true);
      record.passed(two);
      expect(read().standing(one).done && read().standing(two).done).toBe(true);
    }
  });

  it("is kept beside, and the reader is told once", () => {
    read().passed(one);
    appendFileSync(file, '{ not JSON\n{"type":"passed"}\n');
    const damaged = readFileSync(file, "utf8");
    const record = new PracticeRecord(file);
    expect(record.refresh()).toContain("第 2、3 行");
    expect(readFileSync(`${file}.bak`, "utf8")).toBe(damaged);
    expect(record.standing(one).done).toBe(true);
    expect(record.refresh()).toBeUndefined();
    expect(new PracticeRecord(file).refresh()).toBeUndefined();

    appendFileSync(file, "more\n");
    expect(new PracticeRecord(file).refresh()).toContain(".bak2");
    expect(readdirSync(join(file, ".."))).toHaveLength(3);
  });

  it("is read whole when an editor has put a mark before it", () => {
    read().passed(one);
    writeFileSync(file, `\ufeff${readFileSync(file, "utf8")}`);
    const record = new PracticeRecord(file);
    expect(record.refresh()).toBeUndefined();
    expect(record.standing(one).done).toBe(true);
  });

  it("counts as far as it can be read, though no copy can be kept", () => {
    // A name to which nothing can be added.
    file = join(dirname(file), "p".repeat(254));
    read().passed(one);
    appendFileSync(file, "rubbish\n");
    const record = new PracticeRecord(file);
    expect(record.refresh()).toContain("存不下来");
    expect(record.standing(one).done).toBe(true);
  });

  it.runIf(existsSync("/dev/full"))("does not take for kept what the disk refused", () => {
    const record = new PracticeRecord("/dev/full");
    expect(() => record.passed(one)).toThrow("ENOSPC");
    expect(record.standing(one).done).toBe(false);
  });

  it("passes over entries of a later course without a word", () => {
    read().passed(one);
    appendFileSync(file, '{"type":"bookmark","page":3}\n');
    const record = new PracticeRecord(file);
    expect(record.refresh()).toBeUndefined();
    expect(record.standing(one).done).toBe(true);
    expect(existsSync(`${file}.bak`)).toBe(false);
  });
});
