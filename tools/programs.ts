import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Check, Problem } from "./problem.ts";

type Output = { code: number | null; text: string };

/** `tsc`: the types of the whole course. */
export const typesCheck: Check = {
  name: "types",
  run: async (root) =>
    problemsFrom(
      await runProgram(root, "typescript/bin/tsc", "--noEmit", "--pretty", "false"),
      /^(?<file>[^\s(][^(]*)\((?<line>\d+),\d+\): (?<message>.+)$/,
      "tsconfig.json",
    ),
};

/** `oxlint`: what code should not do. */
export const lintCheck: Check = {
  name: "lint",
  run: async (root) =>
    problemsFrom(
      await runProgram(root, "oxlint/bin/oxlint", "--format=unix", "--deny-warnings"),
      /^(?<file>[^\s:][^:]*):(?<line>\d+):\d+: (?<message>.+)$/,
      ".oxlintrc.json",
    ),
};

/** `oxfmt`: how code is laid out. */
export const formatCheck: Check = {
  name: "format",
  run: async (root) => {
    const output = await listUnformatted(root);
    const files = unformatted(output);
    if (output.code !== 0 && files.length === 0) return [wholeOutput(output, ".oxfmtrc.json")];
    return files.map((file) => ({ file, message: "排版和 oxfmt 的不一样。运行 npm run fix。" }));
  },
  fix: async (root) => {
    const files = unformatted(await listUnformatted(root));
    if (files.length > 0) await runProgram(root, "oxfmt/bin/oxfmt", "--write", ...files);
    return files;
  },
};

function listUnformatted(root: string): Promise<Output> {
  return runProgram(root, "oxfmt/bin/oxfmt", "--list-different", ".");
}

function unformatted({ text }: Output): string[] {
  return text.split("\n").filter((line) => /^\S+\.\w+$/.test(line));
}

/** One problem for each line that `form` reads; a program that fails in any other way is a problem as a whole. */
function problemsFrom(output: Output, form: RegExp, subject: string): Problem[] {
  const problems = output.text.split("\n").flatMap((line): Problem[] => {
    const { file, line: number, message } = form.exec(line)?.groups ?? {};
    return file && message ? [{ file, line: Number(number), message }] : [];
  });
  if (output.code !== 0 && problems.length === 0) return [wholeOutput(output, subject)];
  // oxlint reports what its threads find in the order in which they find it.
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
}

function wholeOutput({ code, text }: Output, subject: string): Problem {
  return { file: subject, message: `程序没有跑完（退出码 ${code}）：\n${text.trim()}` };
}

/** Runs a package's program in `root`. The package is this course's own, whatever lies in `root`. */
function runProgram(root: string, program: string, ...args: string[]): Promise<Output> {
  const path = fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path, ...args], { cwd: root, env: { ...process.env, NO_COLOR: "1" } });
    let text = "";
    const keep = (chunk: string) => {
      text += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text }));
  });
}
