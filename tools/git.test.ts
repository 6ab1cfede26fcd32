import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { projectFiles, textAt } from "./git.ts";
import { TempCourse } from "./temp-course.ts";

afterEach(() => vi.unstubAllEnvs());

describe("git inside a hook of another repository", () => {
  it("stays in the repository of the course", () => {
    const real = new TempCourse({ "a.ts": "real\n" });
    real.commit();
    const head = real.read(".git/HEAD");
    const index = real.read(".git/index");
    vi.stubEnv("GIT_DIR", join(real.root, ".git"));
    vi.stubEnv("GIT_WORK_TREE", real.root);
    vi.stubEnv("GIT_INDEX_FILE", join(real.root, ".git/index"));

    const course = new TempCourse({ "b.ts": "b\n" });
    course.commit();
    expect(textAt(course.root, "HEAD", "b.ts")).toBe("b\n");
    expect(projectFiles(course.root)).toEqual(["b.ts"]);
    expect(textAt(real.root, "HEAD", "a.ts")).toBe("real\n");
    expect([real.read(".git/HEAD"), real.read(".git/index")]).toEqual([head, index]);
  });
});
