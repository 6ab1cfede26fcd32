import { spawn, spawnSync } from "node:child_process";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { TempCourse } from "../../tools/temp-course.ts";
import { alone } from "./install-lock.ts";

const LONG_AGO = new Date(Date.now() - 3_600_000);

describe("alone", () => {
  it("does one work after the other, and tells the one that waits", async () => {
    const { root } = new TempCourse({});
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await sleep(50);
      steps.push(`${name} ends`);
      return name;
    };
    const waits: string[] = [];
    const results = ["a", "b", "c"].map((name) => alone(root, () => waits.push(name), work(name)));
    expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
    expect(waits).toEqual(["b", "c"]);
    expect(steps.map((step) => step.split(" ")[1])).toEqual(Array.from({ length: 3 }, () => ["begins", "ends"]).flat());
  });

  it("gives the lock back when the work fails", async () => {
    const { root } = new TempCourse({});
    await expect(alone(root, noWait, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await alone(root, noWait, async () => "yes")).toBe("yes");
  });

  it("takes over from a process that is dead", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const { root } = new TempCourse({ ".installing/pids": String(dead) });
    expect(await alone(root, noWait, async () => "done")).toBe("done");
    expect(existsSync(join(root, ".installing"))).toBe(false);
  });

  it.each([
    ["whose number another process has now", { ".installing/pids": String(process.ppid) }],
    ["that never signed", { ".installing/other": "" }],
  ])("takes over from a silent process %s", async (_what, files) => {
    const { root } = new TempCourse(files);
    utimesSync(join(root, ".installing"), LONG_AGO, LONG_AGO);
    expect(await alone(root, noWait, async () => "done")).toBe("done");
  });

  it("waits for a process that the dead one started, and that is still alive", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 400)"]);
    const { root } = new TempCourse({ ".installing/pids": `${dead}\n${child.pid}\n` });
    let waited = false;
    await alone(
      root,
      () => {
        waited = true;
      },
      async () => expect(child.exitCode).toBe(0),
    );
    expect(waited).toBe(true);
  });

  it("notes the processes that work under it", async () => {
    const course = new TempCourse({});
    await alone(course.root, noWait, async (addHolder) => {
      addHolder(4242);
      expect(course.read(".installing/pids")).toBe(`${process.pid}\n4242\n`);
    });
  });

  it("waits for a process that is alive", async () => {
    const course = new TempCourse({ ".installing/pids": String(process.ppid) });
    let waited = false;
    const result = alone(
      course.root,
      () => (waited = true),
      async () => "done",
    );
    await sleep(50);
    expect(waited).toBe(true);
    utimesSync(join(course.root, ".installing"), LONG_AGO, LONG_AGO);
    expect(await result).toBe("done");
  });

  it("lets one alone take over when many find a dead process", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const { root } = new TempCourse({ ".installing/pids": String(dead) });
    let inside = 0;
    const work = async () => {
      inside++;
      expect(inside).toBe(1);
      await sleep(20);
      inside--;
    };
    await Promise.all([1, 2, 3].map(() => alone(root, () => {}, work)));
  });
});

function noWait(): void {
  throw new Error("had to wait");
}
