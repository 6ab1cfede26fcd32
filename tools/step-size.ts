import { diffArrays } from "diff";
import { parseSync, Visitor, type Statement } from "oxc-parser";
import { readMechanism, type Sources } from "./chapter-files.ts";
import { findChapters } from "./chapters.ts";
import type { Check, Problem } from "./problem.ts";

/** Lines of mechanism that one chapter may change or add. */
export const STEP_LINES = 150;
const FILE_LINES = 150;
const FUNCTION_LINES = 40;

/** The hinge of the course, where messages and events take Pi's form all at once. */
export const LARGE_STEPS: ReadonlySet<string> = new Set(["s07", "s08"]);

/** Follows Pi's rules of conversion case by case: long, and no mechanism of an agent. Its own size is limited all the same. */
const OUTSIDE_THE_STEP = new Set(["coerce.ts"]);

/** Keeps steps small enough to be followed, and files and functions small enough to be read in one go. */
export const stepSizeCheck: Check = {
  name: "step-size",
  async run(root) {
    const chapters = findChapters(root);
    return chapters.flatMap(({ id, folder }, index) => {
      const before = chapters[index - 1];
      const sources = readMechanism(root, folder);
      const lines = stepLines(before ? readMechanism(root, before.folder) : new Map(), sources);
      return [
        ...(lines > STEP_LINES && !LARGE_STEPS.has(id) ? [largeStep(folder, lines)] : []),
        ...[...sources].flatMap(([file, code]) => largeParts(`${folder}/${file}`, code)),
      ];
    });
  },
};

/** How many lines of mechanism were changed or added; blank lines, comments, imports, types and `coerce.ts` do not count. */
export function stepLines(before: Sources, after: Sources): number {
  const counted = [...after].filter(([file]) => !OUTSIDE_THE_STEP.has(file));
  return counted.reduce((sum, [file, code]) => {
    const earlier = mechanismLines(file, before.get(file) ?? "");
    const changes = diffArrays(earlier, mechanismLines(file, code));
    return sum + changes.filter(({ added }) => added).reduce((lines, { count }) => lines + count, 0);
  }, 0);
}

function mechanismLines(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code);
  const ignored = [...comments, ...program.body.filter(isNoMechanism)];
  const characters = code.split("");
  for (const { start, end } of ignored) {
    for (let at = start; at < end; at++) if (characters[at] !== "\n") characters[at] = " ";
  }
  const lines = characters.join("").split("\n");
  return lines.map((line) => line.trimEnd()).filter((line) => line !== "");
}

/** Imports, re-exports, and what only types say. */
function isNoMechanism(statement: Statement): boolean {
  switch (statement.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSDeclareFunction":
      return true;
    case "ExportNamedDeclaration":
      return statement.declaration === null || isNoMechanism(statement.declaration);
    default:
      return false;
  }
}

function largeStep(folder: string, lines: number): Problem {
  return {
    file: folder,
    message: `这一章改了或加了 ${lines} 行机制，一步最多 ${STEP_LINES} 行（空行、注释、import 和类型不计）。把这一步分成两章。`,
  };
}

function largeParts(file: string, code: string): Problem[] {
  const problems: Problem[] = [];
  const lineAt = (offset: number) => code.slice(0, offset).split("\n").length;
  const measure = ({ start, end }: { start: number; end: number }) => {
    const lines = lineAt(end) - lineAt(start) + 1;
    if (lines <= FUNCTION_LINES) return;
    const message = `这个函数有 ${lines} 行，最多 ${FUNCTION_LINES} 行。把其中一段提成有名字的函数。`;
    problems.push({ file, line: lineAt(start), message });
  };
  new Visitor({ FunctionDeclaration: measure, FunctionExpression: measure, ArrowFunctionExpression: measure }).visit(
    parseSync(file, code).program,
  );

  const lines = code.trimEnd().split("\n").length;
  if (lines > FILE_LINES) {
    problems.push({ file, message: `这个文件有 ${lines} 行，最多 ${FILE_LINES} 行。分成两个文件，一个机制一个。` });
  }
  return problems;
}
