import { blocksOf, NO_REWRITE, rewriteBlock, type Block } from "../blocks.ts";
import { commandsOf, withoutNpm, type Command } from "../commands.ts";
import { loadedChapter, type Course, type Finding } from "../course.ts";
import { closestExcerpt, firstDifference, isExcerpt } from "../difference.ts";
import type { Document } from "../documents.ts";
import { onScreen } from "../play.ts";
import { faultsOf } from "./commands.ts";

/** A `text` block, and the `sh` block before it in the same section. */
export type Output = { document: Document; block: Block; shell: Block | undefined };

/** Each `text` block is what the commands before it print. The comparison's blocks are held by its own check. */
export async function outputBlocks(course: Course): Promise<Finding[]> {
  return checkOutputs(course, (shell) => !isOfComparison(shell), "npm run fix");
}

/** The same for the commands that need the real Pi, which must be installed. */
export async function comparisonOutputs(course: Course): Promise<Finding[]> {
  return checkOutputs(course, isOfComparison, "npm run compare -- --fix");
}

async function checkOutputs(course: Course, mine: (shell?: Block) => boolean, fix: string): Promise<Finding[]> {
  const outputs = course.documents.flatMap(outputsOf).filter(({ shell }) => mine(shell));
  const findings = await Promise.all(outputs.map((output) => checkOutput(course, output, fix)));
  return findings.flat();
}

/** Whether a command of the block needs the real Pi. */
export function isOfComparison(shell: Block | undefined): boolean {
  return shell !== undefined && commandsOf(shell.content).some(({ by }) => by === "comparison");
}

/**
 * The `text` blocks of a document that are no sketches.
 * Explanations, other code and further excerpts may stand between a command and its output, a heading may not.
 */
export function outputsOf(document: Document): Output[] {
  let shell: Block | undefined;
  const outputs: Output[] = [];
  for (const block of blocksOf(document)) {
    if (shell?.section !== block.section) shell = undefined;
    if (block.lang === "sh") shell = block;
    if (block.lang !== "text" || block.meta === "sketch") continue;
    outputs.push({ document, block, shell });
  }
  return outputs;
}

async function checkOutput(course: Course, output: Output, fix: string): Promise<Finding[]> {
  const { document, block, shell } = output;
  const problem = (message: string): Finding[] => [{ file: document.file, line: block.line, message }];
  if (block.meta !== "" && block.meta !== "excerpt") {
    return problem(
      `看不懂 \`text ${block.meta}\`。完整输出写 \`text\`，节选写 \`text excerpt\`，示意图写 \`text sketch\`。`,
    );
  }
  if (!shell) {
    return problem(
      "这个 `text` 块前面（同一个标题下）没有 `sh` 块，无从核对。补上产生它的命令；如果是示意图，写成 `text sketch`。",
    );
  }
  const commands = commandsOf(shell.content);
  // A command that names nothing real is reported where it stands.
  if (commands.some((command) => faultsOf(course, command).length > 0)) return [];

  const stranger = commands.find(({ by }) => by === "nobody");
  if (stranger || commands.length === 0) {
    return problem(
      `文档检查不运行第 ${shell.line} 行的 ${stranger?.line ?? "空命令块"}，所以核对不了它的输出。只保留章节命令（可以接 | head 之类），别的命令另放一个 \`sh\` 块；输出写成 \`text sketch\`，或者删掉。`,
    );
  }
  try {
    const printed = await Promise.all(commands.map((command) => print(course, command)));
    return compare(output, printed.join("").replace(/\n$/, ""), fix);
  } catch (error) {
    return problem(`第 ${shell.line} 行的命令没能运行：${error instanceof Error ? error.message : String(error)}`);
  }
}

async function print(course: Course, { by, line, scripts: [call] }: Command): Promise<string> {
  if (by === "chapter" && call) {
    const chapter = loadedChapter(course, call.script);
    if (!chapter) throw new Error(`${call.script} 的 main.ts 载入失败，先修好它。`);
    const printed = await course.player.chapter(chapter, call.args);
    // 2 is an answer to a wrong argument, which a lesson may show; 1 is a case that did not come to its end.
    if (printed.exitCode === 1) throw new Error(`${line} 没有演完：${printed.err.trimEnd()}`);
    return onScreen(printed);
  }
  const printed = await course.player.shell(withoutNpm(line, course.scripts));
  // A pipe exits with what its last part says; errors of the first show only on stderr.
  if (printed.exitCode !== 0 || printed.err !== "") {
    throw new Error(`${line} 报错（以 ${printed.exitCode} 退出）：\n${onScreen(printed).trimEnd()}`);
  }
  return printed.out;
}

function compare({ document, block }: Output, actual: string, fix: string): Finding[] {
  const compareBlock = block.meta === "excerpt" ? compareExcerpt : compareWhole;
  return compareBlock(document, block, actual, fix);
}

function compareWhole(document: Document, block: Block, actual: string, fix: string): Finding[] {
  const difference = firstDifference(block.content, actual);
  if (!difference) return [];
  const edit = rewriteBlock(document, block, actual);
  return [
    {
      file: document.file,
      line: block.line + 1 + difference.line,
      message: `输出与命令实际打印的不同（- 是这里写的，+ 是实际输出）：\n${difference.shown}\n${edit ? `运行 ${fix} 重写这一块；只想放一部分，就写成 \`text excerpt\`。` : NO_REWRITE}`,
      ...(edit && { edit }),
    },
  ];
}

function compareExcerpt(document: Document, block: Block, actual: string, fix: string): Finding[] {
  if (block.content !== "" && isExcerpt(block.content, actual)) return [];
  const closest = block.content === "" ? undefined : closestExcerpt(block.content, actual);
  const difference = closest === undefined ? undefined : firstDifference(block.content, closest);
  const edit = closest === undefined ? undefined : rewriteBlock(document, block, closest);
  return [
    {
      file: document.file,
      line: block.line + 1 + (difference?.line ?? -1),
      message: difference
        ? `节选不是输出里连续的一段（- 是这里写的，+ 是最接近的一段）：\n${difference.shown}\n${edit ? `运行 ${fix} 换成最接近的一段。` : NO_REWRITE}`
        : "节选不是输出里连续的一段，也看不出是哪一段。运行上面的命令，从输出里整行照抄连续的一段。",
      ...(edit && { edit }),
    },
  ];
}
