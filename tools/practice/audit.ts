import { existsSync } from "node:fs";
import { join } from "node:path";
import { findChapters } from "../chapters.ts";
import type { Problem } from "../problem.ts";
import type { Engine } from "./engine.ts";
import { KINDS, type Exercise } from "./exercises.ts";
import { lessonTasks } from "./lesson.ts";
import { fileNamed } from "./outcome.ts";
import { verdictLine, type Verdict } from "./verdict.ts";

const FEWEST = 3;
const MOST = 4;
const ORDER = Object.keys(KINDS);

/** What is wrong with a chapter's set of exercises, whatever is in them. `chapters` are ids; all of the course when empty. */
export function auditSets(root: string, exercises: Exercise[], chapters: readonly string[]): Problem[] {
  return findChapters(root)
    .filter(({ id }) => chapters.length === 0 || chapters.includes(id))
    .flatMap((chapter) => {
      const own = exercises.filter((one) => one.chapter === chapter.id);
      const told = [...lessonTasks(root, chapter).tasks.keys()];
      return [...countFaults(chapter.folder, own), ...toldFaults(`${chapter.folder}/README.md`, own, told)];
    });
}

function countFaults(folder: string, own: Exercise[]): Problem[] {
  const problems: Problem[] = [];
  const fault = (message: string) => void problems.push({ file: `${folder}/exercises`, message });
  if (own.length < FEWEST || own.length > MOST) fault(`有 ${own.length} 道练习，应当是 ${FEWEST} 或 ${MOST} 道。`);
  const numbers = own.map(({ number }) => Number(number));
  if (numbers.some((number, index) => number !== index + 1))
    fault(`编号应当从 01 起连续，现在是 ${numbers.join("、")}。`);
  const kinds = own.map(({ kind }) => kind);
  const places = kinds.map((kind) => ORDER.indexOf(kind));
  const inOrder = places.every((place, index) => place >= (places[index - 1] ?? 0));
  if (own.length > 0 && (!inOrder || kinds[0] !== "predict" || kinds.at(-1) !== "change")) {
    fault(`由易到难：先 predict，再 repair、write，最后 change；现在是 ${kinds.join("、")}。`);
  }
  return problems;
}

function toldFaults(file: string, own: Exercise[], told: string[]): Problem[] {
  const ids = own.map(({ id }) => id);
  if (ids.join() === told.join()) return [];
  const message = `「练习」里的三级标题依次应当是 ${ids.join("、") || "（一题也没有）"}，现在是 ${told.join("、") || "（一题也没有）"}。`;
  return [{ file, message }];
}

/** Plays every starter, which must fail for the reason that it is meant to, and every solution, which must pass. */
export async function auditRuns(root: string, exercises: Exercise[], engine: Engine): Promise<Problem[]> {
  const pairs = (answer: "starter" | "solution") => exercises.map((one) => ({ check: one.check, answer: one[answer] }));
  const starters = await engine.run(pairs("starter"));
  const solutions = await engine.run(pairs("solution"));
  return exercises.flatMap((exercise, index) => [
    ...starterFaults(root, exercise, starters[index]),
    ...solutionFaults(exercise, solutions[index]),
  ]);
}

function starterFaults(root: string, exercise: Exercise, verdict: Verdict | undefined): Problem[] {
  const { starter: file, fails } = exercise;
  if (verdict?.kind !== "failed") {
    const said = verdict ? verdictLine(verdict) : "没有判语";
    return [{ file, message: `起点应当得到检查的判语（verdict），现在是：${said}` }];
  }
  const problems: Problem[] = [];
  if (!`${verdict.saw}\n${verdict.should}`.includes(fails)) {
    problems.push({ file, message: `起点应当因为「${fails}」通不过，现在的判语是：${verdict.saw}` });
  }
  if (fileNamed(verdict.read) === "" || !existsSync(join(root, fileNamed(verdict.read)))) {
    const message = `判语叫人读「${verdict.read}」。开头应当是本章的，或者从根目录算起的一个现有文件。`;
    problems.push({ file: exercise.check, message });
  }
  return problems;
}

function solutionFaults({ solution, starter }: Exercise, verdict: Verdict | undefined): Problem[] {
  if (verdict?.kind === "passed") return [];
  const said = verdict ? verdictLine(verdict) : "没有判语";
  return [{ file: solution, message: `解答应当通过，现在是：${said}（起点是 ${starter}）` }];
}
