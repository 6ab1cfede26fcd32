import { parseArgs } from "node:util";
import type { CaseBase, Chapter } from "./chapter.ts";
import { holdTime } from "./clock.ts";
import { isMain } from "./main-module.ts";
import { Stage, type ShownMessage } from "./stage.ts";
import { processTerminal, type Terminal } from "./terminal.ts";
import { createTrace, describeMessage } from "./trace.ts";
import { NothingLeft } from "./virtual-clock.ts";

const OPTIONS = {
  case: { type: "string" },
  list: { type: "boolean" },
  json: { type: "boolean" },
  step: { type: "boolean" },
  compare: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Mode = { case?: string; list?: boolean; json?: boolean; step?: boolean; compare?: boolean; help?: boolean };

/** Bad input: the message says what to do, and the process exits with 2. */
class UsageError extends Error {}

/** The person at `--step` went away. */
class Left extends Error {}

/** Runs `chapter` with the process's arguments when `moduleUrl` is the file that was started. */
export async function startWhenMain(moduleUrl: string, chapter: Chapter): Promise<void> {
  if (!isMain(moduleUrl)) return;
  process.exitCode = await runChapter(chapter, process.argv.slice(2), processTerminal());
}

/**
 * Plays one case of a chapter, or lists them, as `argv` asks.
 * Returns the exit code: 0 done, 1 the script did not reach or the play got stuck, 2 the arguments are wrong, 130 left while stepping.
 */
export async function runChapter(chapter: Chapter, argv: string[], terminal: Terminal): Promise<number> {
  try {
    const mode = readArguments(chapter, argv);
    if (mode.help) return printHelp(chapter, terminal);
    if (mode.list) return printList(chapter, terminal, mode.json ?? false);
    const scene = findCase(chapter, mode.case);
    if (mode.compare) return await compareWithPi(chapter, scene, mode);
    if (mode.step) refuseUnlessSteppable(scene, terminal, mode);
    return await perform(chapter, scene, terminal, mode);
  } catch (error) {
    if (error instanceof Left) return 130;
    if (!(error instanceof UsageError)) throw error;
    terminal.writeError(`${error.message}\n`);
    return 2;
  }
}

/**
 * Plays a case on a stage that the caller made: the command line, a test, the comparison. Time is the stage's.
 * Rejects as the play does, and with `NothingLeft` when it waits for what can never come.
 */
export async function playScene(chapter: Chapter, scene: CaseBase<never>, stage: Stage): Promise<void> {
  stage.open(chapter.id, chapter.title);
  await holdTime(stage.clock, () => stage.clock.run(chapter.play(scene, stage)));
}

async function perform(chapter: Chapter, scene: CaseBase<never>, terminal: Terminal, mode: Mode): Promise<number> {
  const write = (text: string) => terminal.write(text);
  const stage = new Stage({
    caseName: scene.name,
    show: mode.json ? (item) => write(`${JSON.stringify(item)}\n`) : createTrace(write, terminal.colour),
    ...(scene.interactive && terminal.person && { person: terminal.person() }),
    ...(mode.step && { pause: (messages: readonly ShownMessage[]) => pause(messages, terminal) }),
  });
  try {
    await playScene(chapter, scene, stage);
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    terminal.writeError(`${describeStuck(scene, error)}\n`);
    return 1;
  }

  const provider = stage.provider;
  if (provider?.exhausted) {
    terminal.writeError(`${provider.exhausted.message}\n`);
    return 1;
  }
  if (provider && provider.unused > 0) {
    terminal.writeError(`提示：剧本还剩 ${provider.unused} 次回复没有用到。\n`);
  }
  return 0;
}

function describeStuck({ name }: CaseBase<never>, { at }: NothingLeft): string {
  return `演不下去了：case ${name} 在第 ${Math.floor(at)} 毫秒（虚拟时间）还在等，可是再没有什么会发生。`;
}

async function compareWithPi(chapter: Chapter, scene: CaseBase<never>, mode: Mode): Promise<number> {
  if (mode.json || mode.step) throw new UsageError("--compare 不能和 --json、--step 一起用。");
  const { playBesidePi } = await import("./with-pi.ts");
  return playBesidePi(chapter.id, scene.name);
}

async function pause(messages: readonly ShownMessage[], terminal: Terminal): Promise<void> {
  for (const message of messages) terminal.write(`    │ ${describeMessage(message)}\n`);
  terminal.write("    └ 回车继续，Ctrl+C 退出 ");
  if (await terminal.nextLine()) return;
  terminal.write("\n");
  throw new Left();
}

function readArguments(chapter: Chapter, argv: string[]): Mode {
  const { values, positionals, tokens } = parseArgs({
    args: argv,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const known = Object.hasOwn(OPTIONS, token.name) ? OPTIONS[token.name as keyof typeof OPTIONS] : undefined;
    if (!known) {
      throw new UsageError(`没有 ${token.rawName} 这个选项。可用的选项：\n${optionLines(chapter)}`);
    }
    if (known.type === "boolean" && token.value !== undefined) {
      throw new UsageError(`${token.rawName} 后面不跟值，去掉 ${token.value} 再试。`);
    }
    if (known.type === "string" && (token.value === undefined || token.value === "")) {
      throw new UsageError(`${token.rawName} 后面要写名字。可用的 case：\n${caseLines(chapter)}`);
    }
  }
  const [stray] = positionals;
  if (stray !== undefined) {
    throw new UsageError(
      `看不懂 ${stray}。选 case 要写成：npm run ${chapter.id} -- --case ${stray}\n（npm 自己会吃掉选项，所以中间的 -- 不能省。）`,
    );
  }
  return values as Mode;
}

function findCase(chapter: Chapter, name: string | undefined): CaseBase<never> {
  const scene = name === undefined ? chapter.cases[0] : chapter.cases.find((one) => one.name === name);
  if (!scene) throw new UsageError(`${chapter.id} 没有 ${name} 这个 case。可用的 case：\n${caseLines(chapter)}`);
  return scene;
}

function refuseUnlessSteppable({ name, interactive }: CaseBase<never>, terminal: Terminal, mode: Mode): void {
  if (interactive) {
    throw new UsageError(
      `case ${name} 自己要问你话，不能和 --step 一起用：按下的回车分不清是给谁的。去掉 --step 再试。`,
    );
  }
  if (mode.json) throw new UsageError("--step 和 --json 不能一起用：逐步执行要等人按回车，NDJSON 是给程序读的。");
  if (!terminal.interactive) {
    throw new UsageError("--step 要在终端里用：输入或输出接着管道或文件，没有人能按回车。去掉 --step 再试。");
  }
}

function printList(chapter: Chapter, terminal: Terminal, json: boolean): number {
  const lines = json ? chapter.cases.map(({ name, shows }) => JSON.stringify({ name, shows })) : [caseLines(chapter)];
  terminal.write(`${lines.join("\n")}\n`);
  return 0;
}

function printHelp(chapter: Chapter, terminal: Terminal): number {
  terminal.write(
    `${chapter.id}: ${chapter.title}\n\n用法：npm run ${chapter.id} -- [选项]\n\n${optionLines(chapter)}\n\ncase：\n${caseLines(chapter)}\n`,
  );
  return 0;
}

function optionLines(chapter: Chapter): string {
  return [
    `  --case NAME   演哪一个 case，默认 ${chapter.cases[0]?.name}`,
    "  --list        列出所有 case，一行一个；加 --json 得到 NDJSON",
    "  --json        每个事件一行 JSON（NDJSON），配合 npm run -s 使用",
    "  --step        每个事件之后停下，显示目前的 transcript，按回车继续",
    "  --compare     同一个 case 也放进真实的 Pi，两边的 trace 并排；第一次会先安装 Pi",
    "  --help, -h    显示这段说明",
  ].join("\n");
}

/** Name first, then what it shows, with nothing before the name, so that scripts can read it. */
function caseLines(chapter: Chapter): string {
  const width = Math.max(...chapter.cases.map((scene) => scene.name.length)) + 2;
  return chapter.cases.map((scene) => `${scene.name.padEnd(width)}${scene.shows}`).join("\n");
}
