import { styleText } from "node:util";
import { diffLines, FILE_HEADERS_ONLY, formatPatch, structuredPatch, type StructuredPatch } from "diff";
import { readMechanism, readStaging, type Sources } from "./chapter-files.ts";
import { findChapters, type ChapterFolder } from "./chapters.ts";
import { chapterNamed, onlyArgument, readArguments, runWhenMain, type Command } from "./command.ts";
import { KIND_WORDS, kindsBetween, type FileKind, type Kind } from "./lineage/step.ts";
import { LARGE_STEPS, STEP_LINES, stepLines } from "./step-size.ts";

const USAGE = `用法：npm run diff -- s05 [--all]

看一章相对上一章改了什么：每个机制文件是新增、改动、移除还是不变，改在哪几行。

  --all        连同 main.ts 和 cases.ts
  --help, -h   显示这段说明`;

const OPTIONS = { all: { type: "boolean" } } as const;

/** `npm run diff`: shows a reader the step from one chapter to the next. Throws a UsageError for bad arguments. */
export const diffCommand: Command = async (argv, terminal, root) => {
  const { values, positionals } = readArguments(USAGE, argv, OPTIONS);
  const name = onlyArgument(USAGE, positionals);

  const chapter = chapterNamed(root, name);
  for (const line of describeStep(root, chapter, values.all ?? false)) {
    terminal.write(`${terminal.colour ? painted(line) : line}\n`);
  }
  return 0;
};

/** One chapter's part in the comparison. */
type Side = { folder: string; mechanism: Sources; shown: Sources };

function describeStep(root: string, chapter: ChapterFolder, all: boolean): string[] {
  const chapters = findChapters(root);
  const previous = chapters[chapters.findIndex(({ id }) => id === chapter.id) - 1];
  const before = sideOf(root, previous, all);
  const after = sideOf(root, chapter, all);

  const files = kindsBetween(before.shown, after.shown);
  const changes = files.filter(({ kind }) => kind !== "same").map(({ file }) => patchOf(file, before, after));
  return [
    previous ? `${previous.folder} → ${chapter.folder}` : `${chapter.id} 前面没有章节可比，下面是它的全部。`,
    "",
    ...overview(files),
    ...changes.flatMap((patch) => ["", ...formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split("\n")]),
    "",
    summary(chapter, before.mechanism, after.mechanism),
  ];
}

function sideOf(root: string, chapter: ChapterFolder | undefined, all: boolean): Side {
  if (!chapter) return { folder: "", mechanism: new Map(), shown: new Map() };
  const mechanism = readMechanism(root, chapter.folder);
  const shown = all ? new Map([...mechanism, ...readStaging(root, chapter.folder)]) : mechanism;
  return { folder: chapter.folder, mechanism, shown };
}

function patchOf(file: string, before: Side, after: Side): StructuredPatch {
  const [from, to] = [before.shown.get(file), after.shown.get(file)];
  const name = ({ folder }: Side, text: string | undefined) => (text === undefined ? "/dev/null" : `${folder}/${file}`);
  return structuredPatch(name(before, from), name(after, to), from ?? "", to ?? "", undefined, undefined, {
    context: 3,
  });
}

function overview(files: FileKind[]): string[] {
  return (Object.keys(KIND_WORDS) as Kind[]).flatMap((kind) => {
    const ofKind = files.filter((one) => one.kind === kind).map(({ file }) => file);
    return ofKind.length === 0 ? [] : [`${KIND_WORDS[kind]}  ${ofKind.join("  ")}`];
  });
}

function summary({ id }: ChapterFolder, before: Sources, after: Sources): string {
  const files = [...new Set([...before.keys(), ...after.keys()])];
  const changes = files.flatMap((file) => diffLines(before.get(file) ?? "", after.get(file) ?? ""));
  const count = (kind: "added" | "removed") =>
    changes.filter((change) => change[kind]).reduce((sum, change) => sum + change.count, 0);
  const exception = LARGE_STEPS.has(id) ? `，${[...LARGE_STEPS].join("、")} 除外` : "";
  return `机制：加 ${count("added")} 行，减 ${count("removed")} 行。空行、注释、import 和类型不计，是 ${stepLines(before, after)} 行新的（一步最多 ${STEP_LINES} 行${exception}）。`;
}

function painted(line: string): string {
  const style = styleOf(line);
  // Whether there is colour is the terminal's to say, and it has said so.
  return style ? styleText(style, line, { validateStream: false }) : line;
}

function styleOf(line: string): "bold" | "cyan" | "green" | "red" | undefined {
  if (/^(---|\+\+\+) /.test(line)) return "bold";
  if (line.startsWith("@@")) return "cyan";
  if (line.startsWith("+")) return "green";
  return line.startsWith("-") ? "red" : undefined;
}

await runWhenMain(import.meta.url, diffCommand);
