import { testedBy, type Sources } from "../chapter-files.ts";
import { textAt } from "../git.ts";
import type { Problem } from "../problem.ts";
import { isOneSided, unwrittenNames } from "./drift.ts";
import { fragileRows, pairs, shortName, wantedTable, type Lesson } from "./lesson.ts";
import { firstDifference, type FileStep } from "./step.ts";
import { generatedPart, HEADING, tableHead, type WrittenRow } from "./table.ts";

/** Everything in which a chapter, the chapter before and the table of its README do not agree. */
export function problemsOf(lesson: Lesson): Problem[] {
  return [...driftProblems(lesson), ...testProblems(lesson), ...tableProblems(lesson)];
}

function driftProblems(lesson: Lesson): Problem[] {
  return pairs(lesson).flatMap(({ step, written, drifted }) => {
    if (!drifted || !written) return [];
    return [isOneSided(step) ? lostFile(lesson, step) : strayEdit(lesson, step, written)];
  });
}

function strayEdit(lesson: Lesson, step: FileStep, written: WrittenRow): Problem {
  const { chapter, previous } = lesson;
  const { file } = step;
  const line = firstDifference(lesson.before.mechanism.get(file) ?? "", lesson.after.mechanism.get(file) ?? "");
  const claim =
    written.kind === "same"
      ? `${chapter.id} 的接入主线表说 ${file} 与 ${previous?.id} 相比不变，可是两份从第 ${line} 行起不同`
      : `${file} 里的 ${unwrittenNames(written, step).join("、")} 在 ${previous?.id} 和 ${chapter.id} 不同，${chapter.id} 的接入主线表却没有写`;
  return {
    file: `${chapter.folder}/${file}`,
    line,
    message: `${claim}（${previous?.folder}/${file}，${chapter.folder}/${file}）。
${carryAdvice(lesson, file, lesson.before.mechanism, lesson.after.mechanism)}
这个不同是有意的：npm run fix -- --accept ${shortName(lesson, step)}`,
  };
}

/** An edit can only be carried on from where it was made; git knows where that is until it is committed. */
function carryAdvice({ root, chapter, previous }: Lesson, file: string, before: Sources, after: Sources): string {
  const isEdited = (folder: string | undefined, code: string | undefined) => {
    const committed = textAt(root, "HEAD", `${folder}/${file}`);
    return committed !== undefined && committed !== code;
  };
  if (isEdited(previous?.folder, before.get(file)) || !isEdited(chapter.folder, after.get(file))) {
    return `改动该往后带：npm run carry -- ${previous?.id}/${file}`;
  }
  return `改动是从 ${chapter.id} 开始的，往后带：npm run carry -- ${chapter.id}/${file}
${previous?.id} 也该有：改到最早有这份文件的那一章里，再从那里往后带`;
}

function lostFile(lesson: Lesson, step: FileStep): Problem {
  const { chapter, previous, readme } = lesson;
  const loser = step.kind === "removed" ? chapter : previous;
  return {
    file: readme,
    message: `接入主线表说 ${previous?.id} 和 ${chapter.id} 都有 ${step.file}，可是 ${loser?.folder}/ 里没有。
误删的：git restore ${loser?.folder}/${step.file}
有意的：npm run fix -- --accept ${shortName(lesson, step)}`,
  };
}

/** A mechanism that did not change keeps its tests. */
function testProblems(lesson: Lesson): Problem[] {
  const { chapter, previous, before, after, steps } = lesson;
  const same = new Set(steps.filter(({ kind }) => kind === "same").map(({ file }) => file));
  return [...before.tests].flatMap(([test, earlier]) => {
    const code = after.tests.get(test);
    if (earlier === code || !same.has(testedBy(test))) return [];
    if (code === undefined) {
      return {
        file: `${chapter.folder}/${test}`,
        message: `${testedBy(test)} 在 ${previous?.id} 和 ${chapter.id} 一样，${previous?.id} 有测试 ${test}，${chapter.id} 却没有。
复制过来：cp ${previous?.folder}/${test} ${chapter.folder}/${test}`,
      };
    }
    const line = firstDifference(earlier, code);
    return {
      file: `${chapter.folder}/${test}`,
      line,
      message: `${testedBy(test)} 在 ${previous?.id} 和 ${chapter.id} 一样，它的测试 ${test} 也该一样，可是从第 ${line} 行起不同。
${carryAdvice(lesson, test, before.tests, after.tests)}
${chapter.id} 有别的要测：写进另一个测试文件`,
    };
  });
}

function tableProblems(lesson: Lesson): Problem[] {
  const { readme, markdown, table, previous } = lesson;
  if (markdown === undefined) return [{ file: readme, message: `没有这个文件。「## ${HEADING}」的表要写在里面。` }];
  if (!table) {
    const message = `「## ${HEADING}」下面的第一张表要说这一步改了什么。放上这两行，再运行 npm run fix：\n${tableHead(previous?.id)}`;
    return [{ file: readme, message }];
  }
  const fragile = fragileRows(lesson).map(({ row, reason }) => ({
    file: readme,
    line: row.line,
    message: `接入主线表里 ${row.file} 这一行${reason}。npm run fix 会丢掉手写的字，所以没有动这张表；先手工改好这一行。`,
  }));
  return [...(fragile.length > 0 ? fragile : staleTable(lesson)), ...missingNotes(lesson)];
}

function staleTable(lesson: Lesson): Problem[] {
  const { readme, markdown, table } = lesson;
  if (!markdown || !table || markdown.slice(table.start, table.end) === wantedTable(lesson, new Set())) return [];
  const files = staleFiles(lesson);
  return [
    {
      file: readme,
      line: table.line,
      message: `接入主线表和代码对不上（${files.join("、") || "表头、顺序或空格"}）。运行 npm run fix，前三列会照代码重写。`,
    },
  ];
}

function staleFiles(lesson: Lesson): string[] {
  const actual = pairs(lesson).filter(({ drifted }) => !drifted);
  const wrong = actual.filter(({ step, written }) => !written || !agree(step, written));
  const gone = lesson.table?.rows.filter(({ file }) => !lesson.steps.some((step) => step.file === file)) ?? [];
  return [...wrong.map(({ step }) => step.file), ...gone.map(({ file }) => file)];
}

function agree(step: FileStep, { kind, ...written }: WrittenRow): boolean {
  return kind !== undefined && generatedPart(step) === generatedPart({ ...written, kind });
}

function missingNotes({ readme, table }: Lesson): Problem[] {
  const rows = table?.rows.filter(({ kind, note }) => kind && kind !== "same" && note === "") ?? [];
  return rows.map(({ file, line }) => ({
    file: readme,
    line,
    message: `接入主线表里 ${file} 这一行还没有说明。手写一句：变了什么，为什么。`,
  }));
}
