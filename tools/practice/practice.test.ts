import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakeTerminal } from "../../shared/testing/fake-terminal.ts";
import { runCommand, type Command } from "../command.ts";
import { practiceCheckCommand } from "./check.ts";
import { findExercises } from "./exercises.ts";
import { practiceCommand } from "./practice.ts";
import { sampleCourse } from "./sample-course.ts";
import { RECORD_FILE } from "./workspace.ts";

const { root, remove } = sampleCourse(["s01_minimal_loop"]);
afterAll(remove);

async function run(command: Command, ...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await runCommand(command, argv, terminal, root);
  return { code, out: terminal.out, err: terminal.err };
}
const practice = (...argv: string[]) => run(practiceCommand, ...argv);
const lines = (out: string) => out.trimEnd().split("\n");

describe("npm run practice, without a console", () => {
  it("--all on a fresh course: all pending, exit code 1, nothing written", async () => {
    const { code, out } = await practice("--all");
    expect(code).toBe(1);
    expect(lines(out).filter((line) => line.includes("未做"))).toHaveLength(4);
    expect(out).toContain("通过 0 / 4");
    expect(existsSync(join(root, "practice"))).toBe(false);
  });

  it("--all --solutions: all pass, exit code 0, and nobody's record knows", async () => {
    const { code, out } = await practice("--all", "--solutions");
    expect({ code, last: lines(out).at(-1) }).toEqual({ code: 0, last: "通过 4 / 4" });
    expect(existsSync(join(root, "practice"))).toBe(false);
  });

  it("one exercise: copies the starter, says what is wrong, passes when it is right, remembers", async () => {
    const first = await practice("s01/01");
    expect(first.code).toBe(1);
    expect(first.err).toContain("practice/s01_01_second_request.ts");
    expect(first.out).toMatch(/看到：[^]*应当：[^]*去读：s01_minimal_loop\/README\.md/);

    const work = join(root, "practice/s01_01_second_request.ts");
    cpSync(join(root, "s01_minimal_loop/exercises/01_second_request/solution.ts"), work);
    const passed = await practice("s01/01");
    expect(passed.code).toBe(0);
    expect(passed.out).toMatch(/通过[^]*second_request\/solution\.ts\n下一题：npm run practice -- s01\/02\n$/);

    writeFileSync(work, "export const broken = ;\n");
    const { code, out } = await practice("--all", "--json");
    expect(code).toBe(1);
    const [one, two] = lines(out).map((line) => JSON.parse(line));
    expect(one).toMatchObject({ exercise: "s01/01", done: true, verdict: { kind: "broken", place: { line: 1 } } });
    expect(two).toMatchObject({ exercise: "s01/02", done: false, verdict: null });
    expect((await practice("--list")).out).toMatch(/^s01\/01 {2}通过 .*\ns01\/02 {2}未做 /);
  });

  it("lists as lines and as NDJSON", async () => {
    const { code, out } = await practice("--list", "--json");
    expect(code).toBe(0);
    expect(lines(out).map((line) => JSON.parse(line).exercise)).toEqual(["s01/01", "s01/02", "s01/03", "s01/04"]);
    expect(await practice("--list", "s01")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^s01\/01 .*\n(.*\n){3}$/),
    });
  });

  it.each(["s1/3", "S01/03", "s01_03", "practice/s01_03_failing_provider.ts", "s01/03_failing_provider"])(
    "knows an exercise by %s",
    async (name) => expect((await practice("--list", name)).out).toMatch(/^s01\/03 .*\n$/),
  );

  it("knows a chapter by its folder", async () =>
    expect(lines((await practice("--list", "s01_minimal_loop/")).out)).toHaveLength(4));

  describe("a record that the disk does not give", () => {
    const record = join(root, RECORD_FILE);
    beforeEach(() => renameSync(record, `${record}.aside`));
    afterEach(() => {
      rmSync(record, { recursive: true });
      renameSync(`${record}.aside`, record);
    });

    it("says what to do when it cannot be read", async () => {
      mkdirSync(record);
      expect(await practice("--list")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("移走") });
    });

    it.runIf(existsSync("/dev/full"))("gives the verdict all the same when it cannot be written", async () => {
      symlinkSync("/dev/full", record);
      const solution = "s01_minimal_loop/exercises/01_second_request/solution.ts";
      cpSync(join(root, solution), join(root, "practice/s01_01_second_request.ts"));
      for (const names of [["s01/01"], ["s01"]]) {
        const { code, out, err } = await practice(...names);
        expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining("s01/01") });
        expect(err).toMatch(/通过.*记录写不进去：磁盘满了/);
      }
    });
  });

  it.each([
    ["\u001b[2Js01", "没有 \\u001b[2Js01 这道练习"],
    ["--list --all", "--list 只列出"],
    ["s09/01", "没有 s09/01 这道练习"],
    ["s01/9", "没有 s01/9 这道练习"],
    ["../s01", "没有 ../s01 这道练习"],
    ["--nope", "--nope"],
    ["s01/01 s01/02", "一次只能写一题"],
    ["s01/01 --all", "只写一样"],
  ])("explains: %s", async (argv, why) => {
    const { code, out, err } = await practice(...argv.split(" "));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(why);
  });

  it("explains why there is no console in a pipe", async () => {
    const { code, err } = await practice();
    expect(code).toBe(2);
    expect(err).toContain("--all");
  });

  it("says when the record was damaged, and goes on", async () => {
    appendFileSync(join(root, RECORD_FILE), "garbage\n");
    const { code, out, err } = await practice("--list");
    expect(code).toBe(0);
    expect(err).toContain(".bak");
    expect(out).toMatch(/^s01\/01 {2}通过/);
  });
});

describe("npm run practice:check", () => {
  const at = (file: string) => join(root, "s01_minimal_loop/exercises/02_late_input", file);
  const check = () => run(practiceCheckCommand, "s01");
  let before: Record<string, string> = {};
  beforeAll(() => {
    const files = ["starter.ts", "solution.ts", "check.ts", "exercise.json"];
    before = Object.fromEntries(files.map((file) => [file, readFileSync(at(file), "utf8")]));
  });
  const restore = () => {
    for (const [file, text] of Object.entries(before)) writeFileSync(at(file), text);
  };

  it("is content with exercises that are as they should be", async () => {
    expect(await check()).toMatchObject({ code: 0, out: "4 道练习，都好\n" });
  });

  it("finds a starter that passes, and one that breaks down", async () => {
    writeFileSync(at("starter.ts"), before["solution.ts"] ?? "");
    expect((await check()).out).toMatch(/02_late_input\/starter\.ts\n.*应当得到检查的判语.*通过/);
    writeFileSync(at("starter.ts"), "throw new Error('broken');\n");
    expect((await check()).out).toMatch(/02_late_input\/starter\.ts\n.*应当得到检查的判语.*broken/);
    restore();
  });

  it("finds a starter that fails for another reason, a solution that fails, and a place to read that is not there", async () => {
    writeFileSync(at("exercise.json"), (before["exercise.json"] ?? "").replace("是空的", "是满的"));
    writeFileSync(at("solution.ts"), before["starter.ts"] ?? "");
    writeFileSync(at("check.ts"), (before["check.ts"] ?? "").replace('"README.md', '"NOTHING.md'));
    const { code, out } = await check();
    expect(code).toBe(1);
    expect(out).toMatch(/starter\.ts\n.*应当因为「.*是满的.*」通不过/);
    expect(out).toMatch(/solution\.ts\n.*解答应当通过/);
    expect(out).toMatch(/check\.ts\n.*NOTHING\.md/);
    restore();
  });

  it("finds an exercise that the lesson does not tell of", async () => {
    renameSync(at(".."), join(root, "elsewhere"));
    expect(findExercises(root).exercises).toEqual([]);
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining("有 0 道练习") });
    renameSync(join(root, "elsewhere"), join(root, "s01_minimal_loop/exercises"));
  });

  it("explains a name that it does not know", async () => {
    expect(await run(practiceCheckCommand, "s01/77")).toMatchObject({ code: 2, out: "" });
  });
});
