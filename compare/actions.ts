import { isDeepStrictEqual } from "node:util";
import type { Chapter } from "../shared/chapter.ts";
import type { Terminal } from "../shared/terminal.ts";
import { checkCommand } from "../tools/check.ts";
import { UsageError } from "../tools/command.ts";
import { fixCommand } from "../tools/fix.ts";
import { comparisonChecks } from "./checks.ts";
import type { Comparison } from "./difference/comparison.ts";
import { printColumns } from "./difference/columns.ts";
import type { Course } from "./course.ts";
import { measureCurve, printCurve } from "./pages/curve.ts";
import { ensurePiVersion } from "./install/install.ts";
import { describeMoves } from "./references/moved-report.ts";
import { movedReferences } from "./references/moved.ts";
import { loadPi, playOnPi, tryOnPi } from "./play/pi-player.ts";
import { readPi } from "./references/pi-source.ts";
import { compareCase, compareScenario } from "./play/plays.ts";
import { SCENARIOS } from "./scenarios/index.ts";

/** Cells to print in where no terminal says how wide it is. */
const WIDTH = 120;

/** `npm run compare -- s05 --case NAME`: a case of the chapter, or a scenario of the curve, on both sides. */
export async function showColumns(
  course: Course,
  chapter: Chapter,
  name: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const comparison = await compareNamed(course, chapter, name);
  const titles: [string, string] = [`${chapter.id} ${name ?? chapter.cases[0]?.name}`, `Pi ${course.piVersion}`];
  terminal.write(`${printColumns(titles, comparison, process.stdout.columns ?? WIDTH, terminal.colour)}\n`);
  return 0;
}

/** Throws a UsageError for a name that is neither a case nor a scenario the chapter can play. */
async function compareNamed({ pi }: Course, chapter: Chapter, name: string | undefined): Promise<Comparison> {
  const scene = name === undefined ? chapter.cases[0] : chapter.cases.find((one) => one.name === name);
  if (scene) return compareCase(pi, chapter, scene);
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (!scenario) {
    const cases = chapter.cases.map((one) => `  ${one.name}`).join("\n");
    throw new UsageError(
      `${chapter.id} 没有 ${name} 这个 case。可用的 case：\n${cases}\n场景的名字见 npm run compare -- --curve`,
    );
  }
  const play = await compareScenario(chapter, scenario, await playOnPi(pi, scenario));
  if ("comparison" in play) return play.comparison;
  const lacking = play.lacking.map((feature) => `${feature.name}（${feature.from}）`).join("、");
  throw new UsageError(`${chapter.id} 演不了 ${scenario.name}，它还要：${lacking}`);
}

/** `--curve`: every scenario in every chapter. */
export async function showCurve(course: Course, terminal: Terminal): Promise<number> {
  terminal.write(`${printCurve(await measureCurve(course.pi, course.chapters, SCENARIOS))}\n`);
  return 0;
}

/** `--check [NAME…]`: 1 when something is not as the course says. */
export function check(course: Course, names: string[], terminal: Terminal): Promise<number> {
  return checkCommand(comparisonChecks(course))(names, terminal, course.root);
}

/** `--fix [NAME…]`: rewrites references, and what the comparison generates. */
export function fix(course: Course, names: string[], terminal: Terminal): Promise<number> {
  return fixCommand(() => comparisonChecks(course))(names, terminal, course.root);
}

/** `--pi VERSION`: which references moved since the pinned version, and which scenarios Pi itself now plays otherwise. */
export async function showOtherPi(course: Course, version: string, terminal: Terminal): Promise<number> {
  const modules = await ensurePiVersion(version);
  const moves = await movedReferences(course.root, readPi(course.modules), readPi(modules));
  terminal.write(`${describeMoves(moves, course.piVersion, version)}\n\n`);

  const other = await loadPi(modules);
  const changed: string[] = [];
  for (const scenario of SCENARIOS) {
    const [before, after] = [await tryOnPi(course.pi, scenario), await tryOnPi(other, scenario)];
    if (!isDeepStrictEqual(before, after)) changed.push(scenario.name);
  }
  const names = changed.map((name) => `\n  ${name}`).join("");
  terminal.write(
    `场景：${SCENARIOS.length} 个里有 ${changed.length} 个，Pi ${version} 演得和 ${course.piVersion} 不同${names}\n`,
  );
  return 0;
}
