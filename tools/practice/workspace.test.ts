import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { TempCourse } from "../temp-course.ts";
import { exerciseFor } from "./fixture.ts";
import { findWork, prepareWork, readText, resetWork } from "./workspace.ts";

const one = exerciseFor("s01/01", "first_steps");
const renamed = exerciseFor("s01/03", "new_name", { formerly: ["first_steps"] });

let course: TempCourse;
beforeEach(() => {
  course = new TempCourse({ [one.starter]: "start\n", [renamed.starter]: "start\n", "tsconfig.json": "{}\n" });
});

const settings = () => JSON.parse(course.read("practice/tsconfig.json")) as { extends: string };

describe("the reader's file", () => {
  it("is copied once, and never written over", () => {
    expect(prepareWork(course.root, one)).toBe("copied");
    course.write(one.work, "mine\n");
    expect(prepareWork(course.root, one)).toBe("kept");
    expect(course.read(one.work)).toBe("mine\n");
    expect(settings().extends).toBe("../tsconfig.json");
  });

  it("is found under the exercise's earlier name, and not begun by being looked for", () => {
    expect(findWork(course.root, one)).toBeUndefined();
    prepareWork(course.root, one);
    course.write(one.work, "mine\n");
    expect(findWork(course.root, renamed)).toEqual({ renamedFrom: one.work });
    expect(course.read(renamed.work)).toBe("mine\n");
  });

  it("stays as it is when the starter is not to be had", () => {
    prepareWork(course.root, one);
    course.write(one.work, "mine\n");
    course.remove(one.starter);
    expect(() => resetWork(course.root, one)).toThrow("ENOENT");
    expect(course.read(one.work)).toBe("mine\n");
  });

  it("lies in a folder that a link leads to: editors still find the course's rules", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    symlinkSync(elsewhere, join(course.root, "practice"));
    prepareWork(course.root, one);
    expect(readFileSync(settings().extends, "utf8")).toBe("{}\n");
  });
});

describe("readText", () => {
  it("takes nothing but a file of a sensible size for a text", () => {
    course.write("a.ts", "text\n");
    course.write("huge.ts", "x".repeat(1_000_001));
    mkdirSync(join(course.root, "folder.ts"));
    symlinkSync("loop.ts", join(course.root, "loop.ts"));
    const names = ["a.ts", "none.ts", "huge.ts", "folder.ts", "loop.ts"];
    expect(names.map((name) => readText(course.root, name))).toEqual(["text\n", ...Array(4).fill(undefined)]);
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe", () => {
    execFileSync("mkfifo", [join(course.root, "pipe.ts")]);
    expect(readText(course.root, "pipe.ts")).toBeUndefined();
  });
});
