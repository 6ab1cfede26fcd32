import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../shared/terminal.ts";
import { findChapters, type ChapterFolder } from "./chapters.ts";
import { chapterFileNamed, onlyArgument, readArguments, runWhenMain, UsageError, type Command } from "./command.ts";
import { hasCommit, textAt } from "./git.ts";
import { mergeChange, type Conflict } from "./merge.ts";

const USAGE = `用法：npm run carry -- s04/tools.ts [--base REV]

把 s04/tools.ts 里还没提交的改动带到后面每一章的同名文件里：没动过的直接替换，动过的三方合并，
遇到冲突就停下。测试文件也可以带。

  --base REV   改动已经提交了：以 REV 里的文件为旧版，例如 --base HEAD~1
  --help, -h   显示这段说明`;

const OPTIONS = { base: { type: "string", default: "HEAD" } } as const;

/** A file before and after the change that is carried on. */
type Change = { before: string; after: string };

/** What the change comes to in one chapter. */
type Outcome =
  | { type: "same" | "replaced" | "merged"; change: Change }
  | { type: "conflict"; conflicts: Conflict[] }
  | { type: "absent" };

const OUTCOME_WORDS = { same: "已相同", replaced: "替换", merged: "合并", conflict: "冲突", absent: "没有这个文件" };

/**
 * `npm run carry`: takes a change of one file forward, chapter by chapter; what a chapter made of it is what the next
 * one is given. A chapter is written as soon as it is clean, so that a conflict further on can be solved by hand and
 * the rest carried from there. Returns 1 at a conflict; throws a UsageError for bad arguments.
 */
export const carryCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
  const name = onlyArgument(USAGE, positionals);

  const { chapter, file } = chapterFileNamed(root, name);
  const change = readChange(root, `${chapter.folder}/${file}`, values.base);
  const later = findChapters(root).filter(({ id }) => id > chapter.id);
  if (later.length === 0) {
    terminal.write(`${chapter.id} 后面没有章节，不用带。\n`);
    return 0;
  }
  return carry({ root, terminal, file, base: values.base }, change, later);
};

/** The change that the source file holds against its version at `base`. */
function readChange(root: string, path: string, base: string): Change {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`没有 ${path} 这个文件。`);
  }
  if (!hasCommit(root, base)) throw new UsageError(`git 里找不到 ${base}，没有旧版可比。换一个 --base，或先提交一次。`);
  const before = textAt(root, base, path);
  const after = readFileSync(join(root, path), "utf8");
  if (before === undefined) {
    throw new UsageError(`${base} 里还没有 ${path}：它是新文件，没有改动可带。后面的章节要用它，就把它复制过去。`);
  }
  if (before === after) {
    throw new UsageError(
      `${path} 和 ${base} 里的一样，没有改动可带。
改动已经提交了：加上 --base，写改动之前的版本，例如 --base HEAD~1
改动在别的章节里：从那一章带起`,
    );
  }
  return { before, after };
}

type Errand = { root: string; terminal: Terminal; file: string; base: string };

function carry(errand: Errand, change: Change, [chapter, ...rest]: ChapterFolder[]): number {
  if (!chapter) return reportEnd(errand);
  const path = `${chapter.folder}/${errand.file}`;
  const outcome = receive(errand, path, change);
  errand.terminal.write(`${chapter.id}  ${OUTCOME_WORDS[outcome.type]}  ${path}\n`);
  switch (outcome.type) {
    case "absent":
      reportGap(errand, chapter, rest);
      return reportEnd(errand);
    case "conflict":
      return reportConflict(errand, chapter, outcome.conflicts);
    default:
      if (outcome.type !== "same") writeFileSync(join(errand.root, path), outcome.change.after);
      return carry(errand, outcome.change, rest);
  }
}

function receive({ root, base }: Errand, path: string, { before, after }: Change): Outcome {
  if (!existsSync(join(root, path))) return { type: "absent" };
  const own = readFileSync(join(root, path), "utf8");
  if (own === before) return { type: "replaced", change: { before, after } };

  const merged = own === after ? { text: own } : mergeChange(own, before, after);
  if ("conflicts" in merged) return { type: "conflict", conflicts: merged.conflicts };
  if (merged.text !== own) return { type: "merged", change: { before: own, after: merged.text } };
  // The change is here already, perhaps by hand; what this chapter was before it stands in git.
  return { type: "same", change: { before: textAt(root, base, path) ?? before, after: own } };
}

function reportGap({ root, terminal, file }: Errand, chapter: ChapterFolder, rest: ChapterFolder[]): void {
  const again = rest.filter(({ folder }) => existsSync(join(root, folder, file))).map(({ id }) => id);
  terminal.write(`\n${chapter.id} 没有 ${file}，带到这里为止。\n`);
  if (again.length > 0) terminal.write(`${again.join("、")} 又有同名的文件，没有动；要不要改，请自己看。\n`);
}

function reportEnd({ terminal }: Errand): number {
  terminal.write("\n接着运行 npm run fix（课文里引用的代码），再运行 npm run check。\n");
  return 0;
}

function reportConflict({ terminal, file, base }: Errand, chapter: ChapterFolder, conflicts: Conflict[]): number {
  const path = `${chapter.folder}/${file}`;
  for (const { firstLine, lastLine, own, incoming } of conflicts) {
    const place = firstLine === lastLine ? `第 ${firstLine} 行` : `第 ${firstLine}–${lastLine} 行`;
    terminal.write(`\n${path} ${place}，两边都改了：\n`);
    terminal.write(
      [...own.map((line) => `  这一章 │ ${line}\n`), ...incoming.map((line) => `  带来的 │ ${line}\n`)].join(""),
    );
  }
  const again = `npm run carry -- ${chapter.id}/${file}${base === "HEAD" ? "" : ` --base ${base}`}`;
  terminal.write(`\n${chapter.id} 和它后面的章节都没有动。手工改好 ${path}，再从它带起：${again}\n`);
  return 1;
}

await runWhenMain(import.meta.url, carryCommand);
