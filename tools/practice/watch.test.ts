import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { TempCourse } from "../temp-course.ts";
import { watchWork } from "./watch.ts";

/** Longer than any test waits: what is told then was told by the disk. */
const NEVER = 2 ** 30;

function begin(lookAnyway: number) {
  const course = new TempCourse({ "practice/a.ts": "one\n" });
  const saved = vi.fn<() => void>();
  const stop = watchWork(course.root, () => "practice/a.ts", saved, lookAnyway);
  onTestFinished(stop);
  const told = async (act: () => void) => {
    saved.mockClear();
    act();
    await vi.waitFor(() => expect(saved).toHaveBeenCalled(), { timeout: 20_000, interval: 5 });
  };
  return { folder: join(course.root, "practice"), file: join(course.root, "practice/a.ts"), saved, stop, told };
}

it("tells of a save, of a file put in the place of another, and of one that is gone", async () => {
  const { file, told } = begin(NEVER);
  for (let time = 0; time < 5; time++) {
    await told(() => writeFileSync(file, `${time}\n`));
    await told(() => {
      writeFileSync(`${file}.new`, `new ${time}\n`);
      renameSync(`${file}.new`, file);
    });
    await told(() => rmSync(file));
  }
});

it("looks by itself now and then, for disks that tell nothing, until it is stopped", async () => {
  const { saved, stop } = begin(20);
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  stop();
  const before = saved.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(saved).toHaveBeenCalledTimes(before);
});

it("watches the folder that took the place of the first", async () => {
  const { folder, file, saved, told } = begin(200);
  rmSync(folder, { recursive: true });
  await told(() => {
    mkdirSync(folder);
    writeFileSync(file, "anew\n");
  });
  // Past the look that finds the new folder, a save is told of before the next.
  await vi.waitFor(() => expect(saved.mock.calls.length).toBeGreaterThan(2));
  await told(() => writeFileSync(file, "again\n"));
});

it("goes on when what it watches cannot be looked at", async () => {
  const { file, told } = begin(NEVER);
  await told(() => {
    rmSync(file);
    symlinkSync("a.ts", file);
  });
  await told(() => rmSync(file));
});
