import { describe, expect, it } from "vitest";
import { checkCommand } from "./check.ts";
import { allChecks } from "./checks.ts";
import type { Check, Problem } from "./problem.ts";
import { TempCourse } from "./temp-course.ts";

function checkThat(name: string, run: () => Promise<Problem[]>): Check {
  return { name, run };
}

const fine = checkThat("fine", async () => []);
const sad = checkThat("sad", async () => [
  { file: "a.md", line: 3, message: "错了。\n改一改。" },
  { file: "b.md", message: "也错了。" },
]);

describe("npm run check", () => {
  it("has the checks of the course", () => {
    expect(allChecks().map(({ name }) => name)).toEqual([
      "types",
      "lint",
      "format",
      "docs",
      "lineage",
      "step-size",
      "containment",
      "hygiene",
    ]);
  });

  it("says one line a check and ends with 0 when all is well", async () => {
    const result = await new TempCourse({}).run(checkCommand([fine, { ...fine, name: "finer" }]));
    expect(result).toEqual({ code: 0, out: "fine   ok\nfiner  ok\n", err: "" });
  });

  it("lists the problems of each check after the overview and ends with 1", async () => {
    const result = await new TempCourse({}).run(checkCommand([sad, fine]));
    expect(result).toEqual({
      code: 1,
      out: `sad   2 个问题
fine  ok

sad
  a.md:3
    错了。
    改一改。
  b.md
    也错了。
`,
      err: "",
    });
  });

  it("does not take a check that breaks down for one that found nothing", async () => {
    const broken = checkThat("broken", async () => {
      throw new SyntaxError("loop.ts: unexpected end");
    });
    const { code, out } = await new TempCourse({}).run(checkCommand([broken, fine]));
    expect(code).toBe(1);
    expect(out).toContain("broken  1 个问题\nfine    ok\n");
    expect(out).toContain("loop.ts: unexpected end");
  });

  it("runs only the checks that are named, two at a time at most", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const busy = (name: string) =>
      checkThat(name, async () => {
        runs++;
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return [];
      });
    const checks = ["a", "b", "c", "d", "e"].map(busy);
    const { out } = await new TempCourse({}).run(checkCommand(checks));
    expect({ most, runs }).toEqual({ most: 2, runs: 5 });
    expect(out).toBe("a  ok\nb  ok\nc  ok\nd  ok\ne  ok\n");
    await new TempCourse({}).run(checkCommand(checks), "d", "b");
    expect(runs).toBe(7);
  });

  it("says which checks there are when it is asked for another", async () => {
    const course = new TempCourse({});
    const unknown = await course.run(checkCommand([sad, fine]), "fine", "nope");
    expect(unknown).toEqual({ code: 2, out: "", err: "没有这样的检查：nope。现有：sad、fine\n" });
    expect(await course.run(checkCommand([sad, fine]), "--nope")).toMatchObject({ code: 2, out: "" });
    const help = await course.run(checkCommand([sad, fine]), "-h");
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("检查：sad、fine");
  });
});
