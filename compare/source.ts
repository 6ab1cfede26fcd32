import { styleText } from "node:util";
import { readArguments, runWhenMain, UsageError, type Command } from "../tools/command.ts";
import { ensurePi } from "./install/install.ts";
import { readPi, type PiFile, type PiSource } from "./references/pi-source.ts";
import {
  fileNamed,
  nearFiles,
  nearSymbols,
  referenceTo,
  symbolNamed,
  symbolsNamed,
  symbolsOf,
  urlOf,
  type PiSymbol,
} from "./references/pi-symbols.ts";

const USAGE = `用法：npm run source -- 名字 [名字……]

打印 Pi 的真实源码，带真实的行号和链接。名字可以写成：
  prepareToolCall                           函数、类型、类或常量
  AgentLoopConfig.beforeToolCall            它的成员
  AgentEvent.tool_execution_start           联合类型里 type 是它的那一支
  types.ts#AgentLoopConfig.beforeToolCall   指明文件
  pi-ai/types.ts#StopReason                 pi-ai 的文件，前面写 pi-ai/
  agent-loop.ts                             这个文件里有哪些名字
  --help, -h                                显示这段说明`;

/** `npm run source`; `modules` makes sure of Pi and says where it lies. Throws `UsageError` for a name that is not one. */
export function sourceCommand(modules: () => Promise<string>): Command {
  return async (argv, terminal) => {
    const { positionals } = readArguments(USAGE, argv, {});
    if (positionals.length === 0) throw new UsageError(USAGE);

    const source = readPi(await modules());
    const texts: string[] = [];
    for (const wanted of positionals) texts.push(await textFor(source, wanted, terminal.colour));
    terminal.write(`${texts.join("\n\n")}\n`);
    return 0;
  };
}

async function textFor(source: PiSource, wanted: string, colour: boolean): Promise<string> {
  // A line, as in a reference copied from a lesson, is what this command is there to tell.
  const [file, name] = /\.ts(#|:|$)/.test(wanted) ? wanted.replace(/:\d+$/, "").split("#") : [undefined, wanted];
  if (file === undefined) return symbolText(await anywhere(source, name ?? ""), colour);
  const found = await fileOrThrow(source, file);
  return name ? symbolText(await inside(found, name), colour) : outline(found, colour);
}

async function anywhere(source: PiSource, name: string): Promise<PiSymbol> {
  const [symbol, ...others] = symbolsNamed(source, name);
  if (symbol && others.length === 0) return symbol;
  if (symbol) throw new UsageError(`${name} 不止一处，指明是哪一个：\n${candidates([symbol, ...others])}`);
  const near = await nearSymbols(source.files, name);
  throw new UsageError(`Pi ${source.version} 里没有 ${name}。${meant(candidates(near))}`);
}

async function inside(file: PiFile, name: string): Promise<PiSymbol> {
  const symbol = symbolNamed(file, name);
  if (symbol) return symbol;
  const near = candidates(await nearSymbols([file], name));
  throw new UsageError(
    `${file.name} 里没有 ${name}。${near ? meant(near) : `列出它的名字：npm run source -- ${file.name}`}`,
  );
}

async function fileOrThrow(source: PiSource, name: string): Promise<PiFile> {
  const file = fileNamed(source, name);
  if (file) return file;
  const near = (await nearFiles(source, name)).map((one) => `  npm run source -- ${one}`).join("\n");
  throw new UsageError(`Pi ${source.version} 里没有文件 ${name}。${meant(near)}`);
}

function candidates(symbols: PiSymbol[]): string {
  return symbols
    .slice(0, 12)
    .map(({ file, name }) => `  npm run source -- ${file.name}#${name}`)
    .join("\n");
}

function meant(near: string): string {
  return near ? `相近的有：\n${near}` : "也没有相近的名字。";
}

function symbolText(symbol: PiSymbol, colour: boolean): string {
  const parts = symbol.parts.map(({ firstLine, lastLine }) => numbered(symbol.file, firstLine, lastLine, colour));
  return [heading(referenceTo(symbol), urlOf(symbol), colour), ...parts].join("\n\n");
}

function numbered(file: PiFile, first: number, last: number, colour: boolean): string {
  const width = String(last).length;
  return file
    .lines(first, last)
    .map((line, at) => `${paint("dim", String(first + at).padStart(width), colour)}  ${line}`.trimEnd())
    .join("\n");
}

/** The names of a file, members below their owner. */
function outline(file: PiFile, colour: boolean): string {
  const names = symbolsOf(file).map(({ name, parts }) => {
    const line = paint("dim", String(parts[0].line).padStart(5), colour);
    return name.includes(".") ? `${line}    ${name.slice(name.indexOf("."))}` : `${line}  ${name}`;
  });
  return [heading(file.name, file.url, colour), names.join("\n") || "这个文件只转手别处的名字。"].join("\n\n");
}

function heading(title: string, url: string, colour: boolean): string {
  return `${paint("bold", title, colour)}\n${url}`;
}

function paint(style: "bold" | "dim", text: string, colour: boolean): string {
  // Whether to colour was decided for the terminal that is written to.
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

await runWhenMain(import.meta.url, sourceCommand(ensurePi));
