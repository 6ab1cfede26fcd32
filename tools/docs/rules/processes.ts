import { loadedChapter, type Course, type CourseChapter, type Finding } from "../course.ts";
import { firstDifference } from "../difference.ts";
import { onScreen } from "../play.ts";

/**
 * What a reader's own process prints is what the other rules compare with: they play the chapters in one process.
 * One start a chapter, the default case.
 */
export async function processes(course: Course): Promise<Finding[]> {
  const startable = course.chapters.filter(({ id }) => id in course.scripts && loadedChapter(course, id));
  const findings = await Promise.all(startable.map((chapter) => compareProcess(course, chapter)));
  return findings.flat();
}

async function compareProcess(course: Course, { id, folder, loaded }: CourseChapter): Promise<Finding[]> {
  if (loaded instanceof Error) return [];
  const command = `npm run -s ${id}`;
  const problem = (message: string): Finding[] => [{ file: `${folder}/main.ts`, message }];
  try {
    const [real, played] = await Promise.all([course.player.shell(command), course.player.chapter(loaded, [])]);
    if (real.exitCode !== 0)
      return problem(`${command} 以 ${real.exitCode} 退出，应当是 0：\n${onScreen(real).trimEnd()}`);
    const difference = firstDifference(onScreen(real), onScreen(played));
    if (!difference) return [];
    return problem(
      `${command} 打印的与在检查进程里演出的不同（- 是独立进程，+ 是检查进程），从输出第 ${difference.line + 1} 行起：\n${difference.shown}\n查一查 case 是否依赖了时间、参数、环境或者共享的状态。`,
    );
  } catch (error) {
    return problem(`${command} 没能运行：${error instanceof Error ? error.message : String(error)}`);
  }
}
