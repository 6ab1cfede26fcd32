import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TempCourse } from "./temp-course.ts";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const COMMAND = new URL("./command.ts", import.meta.url).href;

/** What a process prints and ends with whose command is `code`. */
function run(code: string, pipe = "") {
  const course = new TempCourse({
    "tool.mts": `import { runWhenMain } from ${JSON.stringify(COMMAND)};
await runWhenMain(import.meta.url, async (argv, terminal) => { ${code} });
`,
  });
  const line = `"${process.execPath}" --import tsx "${course.root}/tool.mts"${pipe}`;
  const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: REPOSITORY, encoding: "utf8" });
  return { status, stderr };
}

describe("runWhenMain", () => {
  it.each([
    ["ends the process", "process.exit(0);"],
    ["waits for what never comes", "return new Promise(() => {});"],
  ])("says so and fails when something %s", (_, code) => {
    const { status, stderr } = run(code);
    expect(status).toBe(1);
    expect(stderr).toContain("没有做完就退出了");
  });

  it("ends with what the command returns", () => {
    expect(run("return 3;")).toEqual({ status: 3, stderr: "" });
    expect(run("return 0;")).toEqual({ status: 0, stderr: "" });
  });

  it("leaves an error as it is", () => {
    const { status, stderr } = run('throw new Error("broken");');
    expect(status).toBe(1);
    expect(stderr).toContain("broken");
    expect(stderr).not.toContain("没有做完");
  });

  it("is silent when the reader closes the pipe", () => {
    const code =
      'for (;;) { terminal.write("line\\n".repeat(1e4)); await new Promise((resolve) => setTimeout(resolve, 1)); }';
    expect(run(code, " | head -1")).toEqual({ status: 0, stderr: "" });
  });
});
