import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { inside } from "./paths.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A real folder with a project, something outside of it, and links between them. */
function setUp() {
  const base = mkdtempSync(join(tmpdir(), "paths-"));
  made.push(base);
  const project = join(base, "project");
  for (const folder of ["project/docs", "project/.git", "project-old", "outside/inner"]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(join(project, "notes.md"), "notes");
  writeFileSync(join(base, "outside/key"), "key");
  symlinkSync("notes.md", join(project, "today.md"));
  symlinkSync("../outside/inner", join(project, "away"));
  symlinkSync("../outside/new", join(project, "dangling"));
  symlinkSync("loop", join(project, "loop"));
  symlinkSync("project", join(base, "alias"));
  return { base, project, judge: inside(project) };
}

describe("lets through", () => {
  it.each([
    "notes.md",
    "./docs//../notes.md",
    "docs",
    "docs/",
    "docs/new/deep/file.md",
    "../project/notes.md",
    "..notes",
    "docs/...",
    "today.md",
    "笔记.md",
    "cafe\u0301.md",
    "with space.md",
    "👍.md",
  ])("%j", (path) => {
    expect(setUp().judge(path)).toBeUndefined();
  });

  it("an absolute path, also under another name of the folder", () => {
    const { base, project } = setUp();
    expect(inside(project)(join(project, "new.md"))).toBeUndefined();
    expect(inside(project)(join(base, "alias/new.md"))).toBeUndefined();
    expect(inside(join(base, "alias"))(join(project, "new.md"))).toBeUndefined();
  });

  it("a path from where the tool stands", () => {
    const { project } = setUp();
    const judge = inside(join(project, "docs"), { cwd: project });
    expect(judge("docs/a.md")).toBeUndefined();
    expect(judge("a.md")).toContain("leads outside");
  });
});

describe("refuses", () => {
  it.each([
    ["..", "leads outside"],
    [".", "leads outside"],
    ["docs/..", "leads outside"],
    ["../outside/key", "leads outside"],
    ["docs/../../outside/key", "leads outside"],
    ["new/../../outside/key", "leads outside"],
    ["../project-old/a", "leads outside"],
    ["/etc/passwd", "leads outside"],
    ["away", "leads outside"],
    ["away/key", "leads outside"],
    ["away/new/deep", "leads outside"],
    ["away/../notes.md", "leads outside"],
    ["new/../away/../evil", "leads outside"],
    ["new/../dangling/../evil", "cannot be followed"],
    ["dangling", "cannot be followed"],
    ["dangling/", "cannot be followed"],
    ["dangling/deep/file", "cannot be followed"],
    ["dangling/../notes.md", "cannot be followed"],
    ["loop", "cannot be followed"],
    ["notes.md/", "cannot be followed"],
    ["notes.md/below", "cannot be followed"],
    ["~", "more than one way"],
    ["~/notes.md", "more than one way"],
    ["~root/a", "more than one way"],
    ["@../outside/key", "more than one way"],
    ["file:///etc/passwd", "more than one way"],
    ["FILE:notes.md", "more than one way"],
    ["C:notes.md", "more than one way"],
    ["notes.md\0.png", "more than one way"],
    ["notes\n.md", "more than one way"],
    [".g\u200cit/config", "more than one way"],
    ["no\u202Etes.md", "more than one way"],
    ["a\u00a0b", "more than one way"],
    ["a\u2028b", "more than one way"],
    ["a\ud800b", "more than one way"],
    ["", "must be a path"],
  ])("%j: %s", (path, reason) => {
    expect(setUp().judge(path)).toContain(reason);
  });

  it.each([[undefined], [null], [7], [true], [["notes.md"]], [{ toString: () => "notes.md" }], [new String("a")]])(
    "what is no text: %j",
    (value) => {
      expect(setUp().judge(value)).toBe("must be a path");
    },
  );

  it("what is too long for a file system", () => {
    const { judge } = setUp();
    for (const path of ["x".repeat(300), "a/".repeat(5000)]) expect(judge(path)).toContain("cannot be followed");
  });

  it("everything, when the folder itself is not there", () => {
    const { project } = setUp();
    expect(inside(join(project, "nothing"))("notes.md")).toContain("cannot be followed");
  });

  it("what a broken file system makes of it, whatever it throws", () => {
    for (const thrown of [new Error("EIO"), undefined, { code: "ENOENT" }]) {
      const lookup = {
        realpath(): string {
          throw thrown;
        },
        lstat() {
          throw thrown;
        },
      };
      expect(inside("/project", { lookup })("notes.md")).toContain("cannot be followed");
    }
  });

  it("and repeats the path as it was written, in one line, without the real place", () => {
    const { base, project, judge } = setUp();
    expect(judge("away/../notes.md")).toBe(`"away/../notes.md" leads outside ${project}`);
    expect(judge("a\nb")).not.toContain("\n");
    expect(judge("dangling")).not.toContain(join(base, "outside"));
  });
});

describe("except", () => {
  it.each([
    ".git",
    ".git/config",
    "docs/.git/new",
    ".GIT/config",
    ".Git",
    "docs/../.git/config",
    "．git/config",
    "docs\\.git\\config",
  ])("refuses %j", (path) => {
    expect(inside(setUp().project, { except: [".git"] })(path)).toContain("touches .git");
  });

  it("refuses it under the name of a link, and a link of that name", () => {
    const { project } = setUp();
    symlinkSync(".git", join(project, "repository"));
    mkdirSync(join(project, "store"));
    symlinkSync("../store", join(project, "docs/.git"));
    const judge = inside(project, { except: [".git"] });
    expect(judge("repository/config")).toContain("touches .git");
    expect(judge("docs/.git/config")).toContain("touches .git");
  });

  it("folds what it was given, too, and looks at nothing above the folder", () => {
    const { project } = setUp();
    expect(inside(project, { except: ["Secrets"] })("secrets/new")).toContain("touches Secrets");
    expect(inside(project, { except: ["project"] })("docs/new.md")).toBeUndefined();
  });

  it("takes names as a whole", () => {
    const judge = inside(setUp().project, { except: [".git"] });
    for (const path of [".gitignore", "a.git", "docs/.github"]) expect(judge(path)).toBeUndefined();
  });
});

const anySegment = fc.constantFrom(
  "..",
  ".",
  "",
  "docs",
  "away",
  "dangling",
  "today.md",
  "notes.md",
  "new",
  "key",
  "~",
);

it("a path that passes changes nothing outside, whichever way it is read", () => {
  let scene = setUp();
  const before = outside(scene.base);
  let passed = 0;
  fc.assert(
    fc.property(fc.array(anySegment, { minLength: 1, maxLength: 6 }), fc.boolean(), (segments, absolute) => {
      const { base, project, judge } = scene;
      const path = (absolute ? [project, ...segments] : segments).join("/");
      if (judge(path) !== undefined) return;
      passed++;
      // Before anything can fail: what fast-check tries next must not find what this one has left.
      scene = setUp();
      for (const place of [resolve(project, path), absolute ? path : `${project}/${path}`]) {
        writeSomehow(place, () => expect(outside(base)).toEqual(before));
      }
    }),
    { numRuns: 300 },
  );
  expect(passed).toBeGreaterThan(10);
});

it("a path of plain names passes, whether something is there or not", () => {
  const { judge } = setUp();
  const anyName = fc
    .stringMatching(/^[a-z0-9_-]{1,12}(\.[a-z]{1,4})?$/)
    .filter((name) => !/^(away|dangling|loop)/.test(name));
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1, maxLength: 5 }), (names) => {
      expect(judge(["new", ...names].join("/"))).toBeUndefined();
    }),
  );
});

/** As a tool does that makes missing folders; where that is impossible, nothing happens. Looks after each step. */
function writeSomehow(path: string, look: () => void): void {
  for (const act of [
    () => mkdirSync(dirname(path), { recursive: true }),
    () => writeFileSync(path, "written"),
    () => rmSync(path, { recursive: true }),
  ]) {
    try {
      act();
    } catch {
      // A folder cannot be written to, nor a file be a folder.
    }
    look();
  }
}

function outside(base: string): string[] {
  const files = readdirSync(base, { recursive: true, encoding: "utf8" }).filter(
    (file) => !/^(project|alias)\//.test(file),
  );
  return [...files.toSorted(), readFileSync(join(base, "outside/key"), "utf8")];
}
