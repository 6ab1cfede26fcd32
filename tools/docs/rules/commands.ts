import { blocksOf } from "../blocks.ts";
import { caseOf, commandsOf, type Command, type ScriptCall } from "../commands.ts";
import { loadedChapter, type Course, type Finding } from "../course.ts";

/** Each command of a `sh` block starts npm scripts and cases that exist. */
export function commandBlocks(course: Course): Finding[] {
  return course.documents.flatMap((document) =>
    blocksOf(document)
      .filter(({ lang }) => lang === "sh")
      .flatMap(({ content, line }) =>
        commandsOf(content)
          .flatMap((command) => faultsOf(course, command))
          .map((message) => ({ file: document.file, line, message })),
      ),
  );
}

/** What is wrong with a command, before it is run. */
export function faultsOf(course: Course, { line, scripts }: Command): string[] {
  const faults = scripts.flatMap((call) => faultsOfCall(course, line, call));
  if (/^[$>]\s/.test(line)) faults.push(`${line}：去掉开头的提示符，读者要整行复制。`);
  if (/[^|]\|[^|]/.test(line) && scripts.some(({ silent }) => !silent)) {
    faults.push(`${line}：接管道时写 npm run -s，不然 npm 的横幅也会进管道。`);
  }
  return faults;
}

function faultsOfCall(course: Course, line: string, call: ScriptCall): string[] {
  if (!(call.script in course.scripts)) {
    return [`${line}：package.json 里没有 ${call.script} 这个脚本。有：${Object.keys(course.scripts).join("、")}`];
  }
  if (call.missingDashes) {
    return [`${line}：选项前面要有 --，不然会被 npm 自己吃掉；-s 则写在 run 后面。`];
  }
  const chapter = loadedChapter(course, call.script);
  const name = caseOf(call);
  if (chapter && name !== undefined && !chapter.cases.some((scene) => scene.name === name)) {
    const names = chapter.cases.map((scene) => scene.name).join("、");
    return [`${line}：${call.script} 没有 ${name || "（空名字）"} 这个 case。有：${names}`];
  }
  return [];
}
