import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { blocksOf, NO_REWRITE, rewriteBlock, type Block } from "../blocks.ts";
import type { Course, Finding } from "../course.ts";
import { firstDifference } from "../difference.ts";
import type { Document } from "../documents.ts";
import { sourceText } from "../source.ts";

const MAX_SKETCHES = 2;

/** Each `ts` block is the code that it names. */
export function sourceBlocks(course: Course): Finding[] {
  return course.documents.flatMap((document) => {
    const blocks = blocksOf(document).filter(({ lang }) => lang === "ts");
    const sketches = blocks.filter(({ meta }) => meta === "sketch");
    const checked = blocks.filter(({ meta }) => meta !== "sketch");
    return [
      ...checked.flatMap((block) => checkBlock(course.root, document, block)),
      ...sketches.slice(MAX_SKETCHES).map(({ line }) => ({
        file: document.file,
        line,
        message: `一个文件里最多 ${MAX_SKETCHES} 个 \`ts sketch\`（不受检查），这里有 ${sketches.length} 个。把多出来的换成注明出处的代码块，或者改用文字说明。`,
      })),
    ];
  });
}

function checkBlock(root: string, document: Document, block: Block): Finding[] {
  const at = { file: document.file, line: block.line };
  if (block.meta === "") {
    return [
      {
        ...at,
        message:
          "`ts` 代码块没有注明出处。在 ts 后面写上「文件#名字」，例如 `ts hooks.ts#executeToolCall`（多个名字用逗号隔开，整个文件就不写 #）；确实没有出处的写 `ts sketch`。",
      },
    ];
  }
  let expected: string;
  try {
    expected = readSource(root, document, block.meta);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ ...at, message: `代码块的出处 \`${block.meta}\` 找不到：${reason}` }];
  }
  const difference = firstDifference(block.content, expected);
  if (!difference) return [];
  const edit = rewriteBlock(document, block, expected);
  return [
    {
      file: document.file,
      line: block.line + 1 + difference.line,
      message: `代码块与源码 \`${block.meta}\` 不同（- 是这里写的，+ 是源码）：\n${difference.shown}\n${edit ? "运行 npm run fix 按源码重写这一块；如果该改的是代码，就去改源文件。" : NO_REWRITE}`,
      ...(edit && { edit }),
    },
  ];
}

function readSource(root: string, document: Document, meta: string): string {
  const [path = "", names] = meta.split(/#(.*)/s);
  const file = posix.normalize(posix.join(posix.dirname(document.file), path));
  if (file.startsWith("..") || path.startsWith("/"))
    throw new Error("路径要从这份文档所在的文件夹写起，不能离开课程目录。");
  if (!existsSync(join(root, file)) || !statSync(join(root, file)).isFile()) {
    throw new Error(`没有 ${file} 这个文件。${siblings(root, file)}`);
  }
  const code = readFileSync(join(root, file), "utf8");
  return sourceText(file, code, names === undefined ? [] : names.split(",").map((name) => name.trim()));
}

function siblings(root: string, file: string): string {
  const folder = posix.dirname(file);
  if (!existsSync(join(root, folder))) return `也没有 ${folder} 这个文件夹。`;
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".ts"));
  return `${folder} 里有：${names.join("、") || "（没有 .ts 文件）"}`;
}
