import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

/** Plays a case as a process of its own; without `end` its input stays open. */
async function play(name: string, { typed, end, options = [] }: { typed: string; end: boolean; options?: string[] }) {
  const child = spawn(process.execPath, ["--import", "tsx", main, "--case", name, ...options]);
  child.stdin.write(typed);
  if (end) child.stdin.end();
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, out, err, results: out.match(/^tool_execution_end: .*$/gm) ?? [] };
}

// A slow machine may take seconds to start a process; none of them may hang.
describe.concurrent("asking, in a process", { timeout: 30_000 }, () => {
  it("takes one answer after the other from a pipe, and ends although the pipe stays open", async () => {
    const { code, results, err } = await play("always", { typed: "a\nn\n", end: false });
    expect(code).toBe(0);
    expect(results.map((line) => line.slice(20))).toEqual([
      "write 已写入 notes.md",
      "write 已写入 notes.md",
      expect.stringContaining("leads outside"),
      `remove The user did not allow this call of "remove" (isError)`,
    ]);
    expect(err.match(/执行 \w+？/g)).toEqual(["执行 write？", "执行 remove？"]);
  });

  it("takes a closed input for no, and keeps stdout clean with --json", async () => {
    const { code, out, err } = await play("ask", { typed: "", end: true, options: ["--json"] });
    expect(code).toBe(0);
    for (const line of out.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("kind");
    expect(err).toContain("没有人回答");
  });
});
