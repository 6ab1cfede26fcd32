import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findExercises, type Exercise } from "./exercises.ts";
import { LIMITS, Runner, type Outcome } from "./runner.ts";
import { sampleCourse } from "./sample-course.ts";
import { verdictLines } from "./verdict.ts";
import { prepareWork, readWork } from "./workspace.ts";

const { root, remove } = sampleCourse(["s01_minimal_loop"]);
const exercise = findExercises(root).exercises[0] as Exercise;
// On a busy machine a right answer must not run out of time; the loop below waits for this long.
const runner = new Runner(root, { ...LIMITS, run: 3_000, test: 1_000, load: 8_000 });

beforeAll(() => void prepareWork(root, exercise));
afterAll(() => {
  runner.close();
  remove();
});

function check(code: string): Promise<Outcome> {
  writeFileSync(join(root, exercise.work), code);
  return runner.run(exercise);
}

async function said(code: string): Promise<string[]> {
  return verdictLines((await check(code)).verdict);
}

const RIGHT = 'export const secondRequest: string[] = ["user", "assistant", "user"];\n';

describe("the runner", () => {
  it("says of a starter what it saw, what should happen and where to read", async () => {
    const [saw, should, read, ...more] = await said(readWork(root, exercise) ?? "");
    expect(saw).toMatch(/^看到：.*第 2 项还没有写/);
    expect(should).toMatch(/^应当：/);
    expect(read).toMatch(/^去读：s01_minimal_loop\/README\.md/);
    expect(more).toEqual([]);
  });

  it("passes a right answer, and fails it again when it is changed", async () => {
    expect(await said(RIGHT)).toEqual(["通过"]);
    expect((await check(RIGHT.replace("assistant", "user"))).verdict.kind).toBe("failed");
    expect(await said(RIGHT)).toEqual(["通过"]);
  });

  it.each([
    ["a syntax error", 'export const a = 1;\nexport const secondRequest = ["user";\n', /ts:2:37：语法不对：/],
    ["a throw at import", "const a = 1;\nthrow new RangeError(`too far ${a}`);\n", /ts:2:7：RangeError: too far 1$/],
    ["an import that leads nowhere", 'import "#s01/nope.ts";\n', /ts:1:1：.*#s01\/nope\.ts/],
    ["an export that was renamed", "export const other = 1;\n", /ts：没有导出 secondRequest/],
    ["code that ends the process", "export const secondRequest = [];\nprocess.exit(0);\n", /ts:2:9：.*process\.exit/],
    ["a thread that is ended", `${RIGHT}process.reallyExit(0);\n`, /ts：检查的线程自己停了/],
    [
      "a recursion without an end",
      `${RIGHT}const f = (): void => f();\nf();\n`,
      /ts:2:\d+：RangeError: Maximum call stack/,
    ],
    ["what is thrown and is no Error", `${RIGHT}throw null;\n`, /ts：抛出来的不是 Error，是 null/],
    ["a failure without a reason", `${RIGHT}void Promise.reject(undefined);\n`, /ts：抛出来的不是 Error，是 undefined/],
    [
      "an answer that breaks the check",
      "export const secondRequest: any = [Symbol()];\nObject.defineProperty(secondRequest, 'map', { value: null });\n",
      /ts：检查用到它给出的东西时出错：TypeError/,
    ],
    ["a failure that nobody caught", `${RIGHT}void Promise.reject(new Error("nobody"));\n`, /ts:2:\d+：nobody$/],
    ["a promise that never comes", `${RIGHT}await new Promise(() => {});\n`, /ts：1 秒还没有跑完/],
    ["a value of another kind", "export const secondRequest = 3;\n", /看到：你的预测是 3/],
  ])("has one clear line for %s", async (_, code, line) => {
    const lines = await said(code);
    expect(lines[0]).toMatch(line);
    expect(lines.join("\n")).not.toContain(root);
    if (!lines[0]?.startsWith("看到")) {
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(exercise.work);
    }
  });

  it("survives an endless loop and a process that is killed", async () => {
    expect((await said(`${RIGHT}for (;;);\n`))[0]).toContain(`${exercise.work}：3 秒还没有跑完`);
    expect((await said(`${RIGHT}process.kill(process.pid, "SIGKILL");\n`))[0]).toContain("自己结束了");
    expect(await said(RIGHT)).toEqual(["通过"]);
  });

  it("shows what the answer prints, past the console too, and no more than fits", async () => {
    const { verdict, printed } = await check(`${RIGHT}console.log("hello", { a: 1 });\n`);
    expect([verdict.kind, printed]).toEqual(["passed", "hello { a: 1 }\n"]);
    const more = await check(
      `${RIGHT}process.stdout.write("past it\\n");\nawait new Promise((done) => setTimeout(done, 50));\n`,
    );
    expect([more.verdict.kind, more.printed]).toEqual(["passed", "past it\n"]);
    const much = await check(`${RIGHT}for (let i = 0; i < 5000; i++) console.log("much");\n`);
    expect([much.verdict.kind, much.printed.length]).toEqual(["passed", 2000]);
  });

  it("takes nothing that an answer writes for a report of its own", async () => {
    const forged = JSON.stringify({ type: "done", run: "1", verdict: { kind: "passed" } });
    const write = `for (const fd of [0, 1, 2, 3]) try { writeSync(fd, ${JSON.stringify(`${forged}\nrubbish{`)}); } catch {}`;
    const code = `import { writeSync } from "node:fs";\n${write}\nexport const secondRequest = ["user"];\n`;
    expect((await said(code))[0]).toMatch(/^看到：/);
    expect(await said(RIGHT)).toEqual(["通过"]);
  });

  it("survives an answer that uses up the memory", async () => {
    const patient = new Runner(root, { ...LIMITS, run: 60_000 });
    writeFileSync(join(root, exercise.work), `${RIGHT}const all = [];\nfor (;;) all.push(new Array(1e6).fill(all));\n`);
    expect(verdictLines((await patient.run(exercise)).verdict)[0]).toMatch(/ts：内存用光了/);
    writeFileSync(join(root, exercise.work), RIGHT);
    expect((await patient.run(exercise)).verdict.kind).toBe("passed");
    patient.close();
  });

  it("says when the course has changed meanwhile", async () => {
    writeFileSync(join(root, exercise.work), RIGHT);
    const earlier = await runner.run({ ...exercise, fingerprint: "of an earlier check" });
    expect(earlier.verdict).toMatchObject({ kind: "missing", message: expect.stringContaining("课程更新了") });
  });

  it("ends what an answer has started", async () => {
    const own = new Runner(root);
    const code = `import { spawn } from "node:child_process";\n${RIGHT}console.log(spawn("sleep", ["600"]).pid);\n`;
    writeFileSync(join(root, exercise.work), code);
    const { printed } = await own.run(exercise);
    const isThere = () => {
      try {
        return process.kill(Number(printed), 0);
      } catch {
        return false;
      }
    };
    expect(isThere()).toBe(true);
    own.close();
    await vi.waitFor(() => expect(isThere()).toBe(false), { timeout: 10_000 });
  });

  it("says when a process cannot be started, and when the libraries are not there", async () => {
    const { execPath } = process;
    onTestFinished(() => void (process.execPath = execPath));
    process.execPath = join(root, "no-node");
    const none = new Runner(root);
    writeFileSync(join(root, exercise.work), RIGHT);
    expect((await none.run(exercise)).verdict).toMatchObject({ message: expect.stringContaining("启动不了") });
    process.execPath = "/bin/false";
    expect((await none.run(exercise)).verdict).toMatchObject({ message: expect.stringContaining("npm ci") });
    process.execPath = execPath;
    expect((await none.run(exercise)).verdict.kind).toBe("passed");
    none.close();
  });

  it("sees a change in the chapter's own files", async () => {
    const file = join(root, "s01_minimal_loop/loop.ts");
    const before = readWork(root, { ...exercise, work: "s01_minimal_loop/loop.ts" }) ?? "";
    writeFileSync(file, `${before}throw new Error("broken chapter");\n`);
    expect((await said(RIGHT))[0]).toMatch(/^s01_minimal_loop\/loop\.ts:\d+:\d+：broken chapter$/);
    writeFileSync(file, `${before}for (;;);\n`);
    expect((await said(RIGHT))[0]).toMatch(
      /^检查要用的 s01_minimal_loop 里的文件一直没有读完.*git restore s01_minimal_loop/,
    );
    writeFileSync(file, before);
    utimesSync(file, new Date(), new Date(Date.now() + 1e6));
    expect(await said(RIGHT)).toEqual(["通过"]);
  });

  it("says when the file is gone, and gives up a run that is not wanted any more", async () => {
    const loop = check(`${RIGHT}for (;;);\n`);
    runner.cancel();
    expect((await loop).verdict.kind).toBe("broken");
    rmSync(join(root, exercise.work));
    expect((await runner.run(exercise)).verdict.kind).toBe("missing");
  });

  it("is closed for good: a run that was asked for because another was given up begins no process", async () => {
    const closing = new Runner(root);
    writeFileSync(join(root, exercise.work), RIGHT);
    const again = closing.run(exercise).then(() => closing.run(exercise));
    closing.close();
    expect((await again).verdict.kind).toBe("broken");
    closing.warm();
    expect((await closing.run(exercise)).verdict.kind).toBe("broken");
  });
});
