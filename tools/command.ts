import { fileURLToPath } from "node:url";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { isMain } from "../shared/main-module.ts";
import { processTerminal, type Terminal } from "../shared/terminal.ts";
import { findChapters, type ChapterFolder } from "./chapters.ts";

/** Bad input: the message says what to do, and the process exits with 2. */
export class UsageError extends Error {}

/** The person asked what the tool does: the message is the answer. */
class HelpWanted extends Error {}

/** What a tool does with its arguments in the course that lies in `root`; returns the exit code. */
export type Command = (argv: string[], terminal: Terminal, root: string) => Promise<number>;

/** Runs `command` on this course with the process's arguments when `moduleUrl` is the file that was started. */
export async function runWhenMain(moduleUrl: string, command: Command): Promise<void> {
  if (!isMain(moduleUrl)) return;
  const root = fileURLToPath(new URL("..", import.meta.url));
  const returned = watchForEarlyExit();
  try {
    process.exitCode = await runCommand(command, process.argv.slice(2), processTerminal(), root);
  } finally {
    returned();
  }
}

/**
 * A chapter that ends the process, or waits for what never comes, must not pass for a command that found nothing.
 * Call the result once the command has returned.
 */
function watchForEarlyExit(): () => void {
  let mayEnd = false;
  const allowEnd = () => {
    mayEnd = true;
  };
  // A closed pipe (`| head`) ends the process on purpose.
  process.stdout.on("error", allowEnd);
  process.on("exit", () => {
    if (mayEnd) return;
    process.stderr.write("没有做完就退出了：某一章的代码结束了进程，或者在等永远不会来的东西。\n");
    process.exitCode = 1;
  });
  return allowEnd;
}

/** Runs `command`; a UsageError goes to the error output and becomes exit code 2, help is printed and becomes 0. */
export async function runCommand(command: Command, argv: string[], terminal: Terminal, root: string): Promise<number> {
  try {
    return await command(argv, terminal, root);
  } catch (error) {
    if (error instanceof HelpWanted) {
      terminal.write(`${error.message}\n`);
      return 0;
    }
    if (!(error instanceof UsageError)) throw error;
    terminal.writeError(`${error.message}\n`);
    return 2;
  }
}

/** `parseArgs` with positionals; `usage` is the answer to `--help` and to arguments that it does not understand. */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  argv: string[],
  options: Options,
) {
  if (argv.includes("--help") || argv.includes("-h")) throw new HelpWanted(usage);
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch {
    throw new UsageError(`看不懂这些参数：${argv.join(" ")}\n\n${usage}`);
  }
}

/** The one argument of a tool that takes one. Throws a UsageError, which is `usage`, when there are more or none. */
export function onlyArgument(usage: string, positionals: string[]): string {
  const [argument, ...more] = positionals;
  if (argument === undefined || more.length > 0) throw new UsageError(usage);
  return argument;
}

/** The chapter that a person names by its id or by its folder, as a shell completes it. */
export function chapterNamed(root: string, name: string): ChapterFolder {
  const bare = name.replace(/^\.\//, "").replace(/\/$/, "");
  const chapters = findChapters(root);
  const chapter = chapters.find(({ id, folder }) => id === bare || folder === bare);
  if (chapter) return chapter;
  const existing = chapters.map(({ id, folder }) => `  ${id}  ${folder}`).join("\n");
  throw new UsageError(`没有 ${name} 这一章。现有：\n${existing}`);
}

/** The chapter and the file that a person names: `s04/tools.ts` or `s04_evented_tool_loop/tools.ts`. */
export function chapterFileNamed(root: string, name: string): { chapter: ChapterFolder; file: string } {
  const [, chapter, file] = /^(?:\.\/)?([^/]+)\/([^/].*)$/.exec(name) ?? [];
  if (!chapter || !file || file.split("/").includes("..")) {
    throw new UsageError(`看不懂 ${name}。文件要写成 s04/tools.ts 这样：章节，斜杠，章节里的文件。`);
  }
  return { chapter: chapterNamed(root, chapter), file };
}
