import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Terminal } from "../shared/terminal.ts";
import { runCommand, type Command } from "./command.ts";
import { withoutGitVariables } from "./git.ts";

/** A small course in a temporary folder, for the tests of the tools. Gone when the test is over. */
export class TempCourse {
  readonly root = mkdtempSync(join(tmpdir(), "course-"));

  constructor(files: Record<string, string>) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Replaces the one place where `from` stands. Throws when there is none. */
  edit(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
    this.write(
      path,
      text.replace(from, () => to),
    );
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
  }

  /** Puts all files into a commit; the first call makes the repository. */
  commit(): void {
    this.git("init", "--quiet");
    this.git("add", "--all");
    this.git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message", "state");
  }

  git(...args: string[]): void {
    const env = { ...withoutGitVariables(), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" };
    const { status, stderr } = spawnSync("git", args, { cwd: this.root, env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }

  /** Runs a tool on this course, as a pipe would see it. */
  async run(command: Command, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: "", err: "" };
    const terminal: Terminal = {
      write: (text) => {
        said.out += text;
      },
      writeError: (text) => {
        said.err += text;
      },
      interactive: false,
      colour: false,
      nextLine: async () => false,
    };
    const code = await runCommand(command, argv, terminal, this.root);
    return { code, ...said };
  }
}
