import { testedBy } from "../chapter-files.ts";
import type { Problem } from "../problem.ts";
import { isOneSided, unwrittenNames } from "./drift.ts";
import { pairs, shortName, wantedTable, type Lesson } from "./lesson.ts";
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
改动该往后带：npm run carry -- ${previous?.id}/${file}
这个不同是有意的：npm run fix -- --accept ${shortName(lesson, step)}`,
  };
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
function testProblems({ chapter, previous, before, after, steps }: Lesson): Problem[] {
  const same = new Set(steps.filter(({ kind }) => kind === "same").map(({ file }) => file));
  return [...after.tests].flatMap(([test, code]) => {
    const earlier = before.tests.get(test);
    if (earlier === undefined || earlier === code || !same.has(testedBy(test))) return [];
    const line = firstDifference(earlier, code);
    return {
      file: `${chapter.folder}/${test}`,
      line,
      message: `${testedBy(test)} 在 ${previous?.id} 和 ${chapter.id} 一样，它的测试 ${test} 也该一样，可是从第 ${line} 行起不同。
改动该往后带：npm run carry -- ${previous?.id}/${test}
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
  return [...staleTable(lesson), ...missingNotes(lesson)];
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
