import type { Course, CourseChapter, Finding } from "../course.ts";

/** Each chapter loads, is called what its folder is called, has a lesson and an npm script; the root has an entrance. */
export function chapters(course: Course): Finding[] {
  const findings = course.chapters.flatMap((chapter) => faultsOf(course, chapter));
  if (!hasDocument(course, "README.md"))
    findings.push({ file: "README.md", message: "课程没有入口：写一份根目录的 README.md。" });
  const ids = new Set(course.chapters.map(({ id }) => id));
  for (const script of Object.keys(course.scripts)) {
    if (!/^s\d\d$/.test(script) || ids.has(script)) continue;
    findings.push({
      file: "package.json",
      message: `脚本 ${script} 没有对应的章节文件夹。删掉它，或者补上 ${script}_*/。`,
    });
  }
  return findings;
}

function faultsOf(course: Course, { id, folder, loaded }: CourseChapter): Finding[] {
  const findings: Finding[] = [];
  if (loaded instanceof Error) {
    findings.push({
      file: `${folder}/main.ts`,
      message: `载入失败：${loaded.message}。修好它，文档检查才能运行这一章。`,
    });
  } else if (loaded.id !== id) {
    findings.push({ file: `${folder}/main.ts`, message: `chapter.id 是 ${loaded.id}，应与文件夹一致：${id}。` });
  }
  if (!hasDocument(course, `${folder}/README.md`)) {
    findings.push({ file: `${folder}/README.md`, message: `${id} 没有课文：写一份 README.md。` });
  }
  const start = `node --import tsx ${folder}/main.ts`;
  if (course.scripts[id] !== start) {
    const found = course.scripts[id];
    findings.push({
      file: "package.json",
      message: `脚本 ${id} ${found === undefined ? "不存在" : `是 ${found}`}。写成 "${id}": "${start}"。`,
    });
  }
  return findings;
}

function hasDocument({ documents }: Course, file: string): boolean {
  return documents.some((document) => document.file === file);
}
