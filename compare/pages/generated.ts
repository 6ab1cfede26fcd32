import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../../tools/problem.ts";

/**
 * What the comparison writes: a whole file, or, with a `name`, the part of a page between
 * `<!-- compare:NAME -->` and `<!-- /compare:NAME -->`. `file` is a path from the root of the course.
 */
export type Generated = { file: string; name?: string; content: string };

/** Generated files and parts that are missing, or are not what the comparison would write today. */
export function staleProblems(root: string, generated: readonly Generated[]): Problem[] {
  return generated.flatMap((one) => {
    const written = writtenText(root, one);
    const twice = one.name !== undefined && readText(root, one.file).split(`<!-- compare:${one.name} -->`).length > 2;
    if (twice)
      return [{ file: one.file, message: `<!-- compare:${one.name} --> 写了两次，只有一处会更新。留下一处。` }];
    if (written === undefined) {
      const marks = `<!-- compare:${one.name} --> 和 <!-- /compare:${one.name} -->`;
      return [
        {
          file: one.file,
          message: `缺少由比较生成的部分。在该放它的地方写上两行 ${marks}，再运行 npm run compare -- --fix`,
        },
      ];
    }
    if (written === readText(root, one.file)) return [];
    return [{ file: one.file, message: `${one.name ?? "整个文件"}已经过时，运行 npm run compare -- --fix` }];
  });
}

/** Writes anew what is stale; returns the files that changed. A page without the marks is left alone. */
export function writeGenerated(root: string, generated: readonly Generated[]): string[] {
  return generated.flatMap((one) => {
    const written = writtenText(root, one);
    if (written === undefined || written === readText(root, one.file)) return [];
    writeFileSync(join(root, one.file), written);
    return [one.file];
  });
}

/** The file as it should be; undefined when it lacks the marks. */
function writtenText(root: string, { file, name, content }: Generated): string | undefined {
  if (name === undefined) return content;
  const [open, close] = [`<!-- compare:${name} -->`, `<!-- /compare:${name} -->`];
  const page = readText(root, file);
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start < 0 || end < 0) return undefined;
  return `${page.slice(0, start)}${open}\n\n${content}\n\n${page.slice(end)}`;
}

function readText(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
