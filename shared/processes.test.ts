import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command line in the course's folder. */
async function shell(command: string) {
  const child = spawn("sh", ["-c", command], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** Starts a chapter whose reader has gone before the first line was written. */
async function withoutReader(file: string, ...argv: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...argv], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, err] = await Promise.all([exit, text(child.stderr)]);
  return { code, err };
}

// A slow machine may take seconds to start a process; none of them may hang.
describe.concurrent("a chapter as a process", { timeout: 30_000 }, () => {
  it("plays through npm, without colour in a pipe", async () => {
    const { code, out, err } = await shell("npm run -s s05 -- --case blocked");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^s05: Tool Hook Boundary\n\n\[user\]\n/);
  });

  it("hands its exit code through npm, and keeps its complaint off stdout", async () => {
    const { code, out, err } = await shell("npm run -s s05 -- --case nope");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^s05 没有 nope 这个 case。/);
  });

  it("refuses to step in a pipe", async () => {
    const { code, out, err } = await shell("npm run -s s05 -- --step");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--step 要在终端里用");
  });

  it("lets a reader take one line and go", async () => {
    expect(await shell("npm run -s s04 -- --case endless | head -n 1")).toEqual({
      code: 0,
      out: "s04: Evented Tool Loop\n",
      err: "",
    });
  });

  it.each(["--case endless", "--json", "--list"])("ends in peace when nobody reads: %s", async (options) => {
    expect(await withoutReader("s04_evented_tool_loop/main.ts", ...options.split(" "))).toEqual({ code: 0, err: "" });
  });

  it("plays nothing when it is only imported", async () => {
    const imported = `import("./s05_tool_hook_boundary/main.ts").then(({ chapter }) => console.log(chapter.id))`;
    expect(await shell(`node --import tsx -e '${imported}'`)).toEqual({ code: 0, out: "s05\n", err: "" });
  });
});
