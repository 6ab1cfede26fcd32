import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { Chapter } from "../shared/chapter.ts";
import { playCases } from "./play/checked-plays.ts";
import { openCourse, type Course } from "./course.ts";
import { LEDGER } from "./ledger.ts";
import { idleRowProblems, unexplainedProblems } from "./ledger-problems.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let course: Course;
beforeAll(async () => {
  course = await openCourse(root, join(root, "compare/node_modules"));
});

/** The chapter with its loop's events passed through `change`; undefined drops an event. */
function broken(id: string, change: (event: { type: string }) => { type: string } | undefined): Chapter {
  const chapter = course.chapters.find((one) => one.id === id);
  if (!chapter) throw new Error(`no chapter ${id}`);
  return {
    ...chapter,
    play: (scene, stage) => {
      const output = async (event: { type: string }) => {
        const changed = change(event);
        if (changed) await stage.output(changed);
      };
      const changedStage = new Proxy(stage, {
        get(target, name) {
          if (name === "output") return output;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return chapter.play(scene, changedStage);
    },
  };
}

test("the chapters as they are leave nothing unexplained", async () => {
  expect(unexplainedProblems(await playCases(course.pi, course.chapters))).toEqual([]);
});

test("a chapter that drops an event turns the check red, and the message names case and line", async () => {
  const silent = broken("s05", (event) => (event.type === "tool_result" ? undefined : event));
  const [problem] = unexplainedProblems(await playCases(course.pi, [silent]));
  expect(problem?.message).toMatch(/s05 default.*tool_execution_end call-1.*只有 Pi 有/);
});

test("a chapter that changes a text turns the check red", async () => {
  const lying = broken("s05", (event) => (event.type === "text_delta" ? { ...event, delta: "?" } : event));
  expect(unexplainedProblems(await playCases(course.pi, [lying]))[0]?.message).toContain("assistantMessageEvent.delta");
});

test("a chapter that invents an event turns the check red", async () => {
  const inventive = broken("s05", (event) => (event.type === "message_end" ? { ...event, type: "the_end" } : event));
  const messages = unexplainedProblems(await playCases(course.pi, [inventive])).map((problem) => problem.message);
  expect(messages.some((message) => message.includes("the_end") && message.includes("只有这一章有"))).toBe(true);
});

test("a chapter that says of a result that it failed, when it did not, turns the check red", async () => {
  const alarmist = broken("s07", (event) =>
    "result" in event ? { ...event, result: { ...(event.result as object), isError: true } } : event,
  );
  const messages = unexplainedProblems(await playCases(course.pi, [alarmist])).map((problem) => problem.message);
  expect(messages).toContainEqual(expect.stringMatching(/s07 default.*tool_execution_end call-1：isError/));
});

test("a row that no trace shows is reported, with its id", async () => {
  const plays = await playCases(course.pi, course.chapters);
  const idle = { id: "no-such-thing", says: "", opens: "s04", closes: "s07", claims: () => false };
  expect(idleRowProblems(plays, [idle]).map((problem) => problem.message)).toEqual([
    expect.stringContaining("no-such-thing"),
    expect.stringContaining("no-such-thing"),
  ]);
});

test("a row that closes too late is reported for the chapter where it is no longer seen", async () => {
  const plays = await playCases(course.pi, course.chapters);
  const row = LEDGER.find(({ id }) => id === "bare-request");
  expect(row && idleRowProblems(plays, [{ ...row, closes: "s07" }])[0]?.message).toContain("s06");
});

test("a chapter that breaks down is named, with what it was playing", async () => {
  const chapter = course.chapters.find((one) => one.id === "s05");
  if (!chapter) throw new Error("no s05");
  const breaking: Chapter = { ...chapter, play: () => Promise.reject(new Error("boom")) };
  await expect(playCases(course.pi, [breaking])).rejects.toThrow("s05 演 default 时出错：boom");
});
