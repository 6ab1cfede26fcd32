import { describe, expect, it } from "vitest";
import { hygieneCheck } from "./hygiene.ts";
import { TempCourse } from "./temp-course.ts";

/** Put together here, so that this file does not hold what the check looks for. */
const path = (...parts: string[]) => ["", ...parts].join("/");
const address = (host: string) => `http:/${path(host, "a.tgz")}`;
const lock = (entry: object) =>
  `${JSON.stringify({ name: "x", packages: { "": {}, "node_modules/a": entry } }, null, 2)}\n`;

const check = (files: Record<string, string>, registry?: string) =>
  hygieneCheck(registry).run(new TempCourse(files).root);

describe("the hygiene check", () => {
  it.each([
    ["a work folder", "a.ts", path("work", "main", "a.ts")],
    ["root's home", "docs/a.md", `见 ${path("root", ".npmrc")}`],
    ["somebody's home", "s01_a/README.md", `在${path("home", "lin", "course")}里`],
    ["somebody's home on a Mac", "a.json", `"${path("Users", "lin", "course")}"`],
    ["a temporary folder in prose", "docs/a.md", `cat ${path("tmp", "out.txt")}`],
    ["an address of a private network", "a.md", address("10.1.2.3:4873")],
    ["a registry in the configuration", ".npmrc", `fund=false\nregistry=${address("npm.example.org")}`],
    ["npm's own registry", "a.md", address(["registry", "npmjs", "org"].join("."))],
    ["a conflict left in prose", "docs/a.md", `${"<".repeat(7)} HEAD`],
    ["a conflict left in code", "a.ts", ">".repeat(7)],
    ["a lesson that is not finished", "s01_a/README.md", "TODO-COMPARE：跑一遍"],
    ["a page of the handbook that is not finished", "docs/a.md", "> FIXME"],
    ["a hint that is not finished", "s01_a/exercises/01_a/hint.md", "想一想（TODO）"],
  ])("fails for %s", async (_, file, text) => {
    const problems = await check({ [file]: `first\n${text}\n` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file });
  });

  it("names the line", async () => {
    expect(await check({ "a.ts": `\n\n// ${path("work", "a")}\n` })).toMatchObject([{ file: "a.ts", line: 3 }]);
  });

  it.each([
    ["a home that a case makes up", "a.ts", `${path("home", "me")} ${path("home", "me", "notes")}`],
    [
      "a folder of the course",
      "a.md",
      `../work${path("a")} s01${path("work", "a")} https://example.org${path("work", "a")}`,
    ],
    ["a path that code puts together", "a.ts", `\${root}${path("work", "a")}`],
    ["a word", "a.md", "the work/root of all"],
    ["a temporary folder in code", "a.ts", path("tmp", "out.txt")],
    ["a deep quote and a shift", "a.md", `${">".repeat(8)} a\n1 ${"<".repeat(7)} 2`],
    ["a list of things to do", "a.md", "把 todo.txt 写进 TODOS"],
    ["a file that is no text", "a.png", `\0${path("work", "a")}`],
  ])("leaves %s alone", async (_, file, text) => {
    expect(await check({ [file]: text })).toEqual([]);
  });

  it("fails for the registry that npm uses here", async () => {
    const files = { "a.md": address("npm.example.org") };
    expect(await check(files, address("npm.example.org"))).toHaveLength(1);
    expect(await check(files, undefined)).toEqual([]);
  });

  it("takes download addresses out of lock files, and nothing else", async () => {
    const linked = { resolved: "compare", link: true };
    const course = new TempCourse({
      "package-lock.json": lock({ version: "1.0.0", resolved: address("npm.example.org"), integrity: "sha512-x" }),
      "compare/package-lock.json": lock(linked),
    });
    const hygiene = hygieneCheck();
    expect(await hygiene.run(course.root)).toMatchObject([{ file: "package-lock.json", line: 7 }]);
    expect(await hygiene.fix?.(course.root)).toEqual(["package-lock.json"]);
    expect(course.read("package-lock.json")).toBe(lock({ version: "1.0.0", integrity: "sha512-x" }));
    expect(course.read("compare/package-lock.json")).toBe(lock(linked));
    expect(await hygiene.run(course.root)).toEqual([]);
  });

  it("reads what git has or would have, and what lies there where there is no git", async () => {
    const leak = path("work", "a");
    const course = new TempCourse({
      ".gitignore": "ignored.md\n",
      "ignored.md": leak,
      "node_modules/a.md": leak,
      "a.md": leak,
    });
    expect((await hygieneCheck().run(course.root)).map(({ file }) => file)).toEqual(["a.md", "ignored.md"]);
    course.remove("ignored.md");
    course.commit();
    course.write("ignored.md", leak);
    course.write("new.md", leak);
    const files = (await hygieneCheck().run(course.root)).map(({ file }) => file);
    expect(files).toContain("a.md");
    expect(files).toContain("new.md");
    expect(files).not.toContain("ignored.md");
    course.remove("a.md");
    expect((await hygieneCheck().run(course.root)).map(({ file }) => file)).not.toContain("a.md");
  });
});
