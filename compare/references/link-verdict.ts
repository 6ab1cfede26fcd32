import type { Edit } from "../../tools/docs/documents.ts";
import { rewriteLink, type PiLink } from "./pi-links.ts";
import type { PiFile, PiSource } from "./pi-source.ts";
import { fileNamed, nearFiles, nearSymbols, referenceTo, symbolNamed, symbolsOf, urlOf } from "./pi-symbols.ts";

/** What is wrong with a link, in Chinese, and the edit that would mend it where no decision is needed. */
export type Fault = { message: string; edit?: Edit };

/** Holds a link against the source; undefined when it is right. */
export async function faultOf(link: PiLink, source: PiSource): Promise<Fault | undefined> {
  if (!link.names) return faultOfOtherLink(link, source);
  const file = fileNamed(source, link.names.file);
  if (!file) return { message: await unknownFile(link.names.file, source) };
  if (link.names.name !== undefined) return faultOfSymbolLink(link, file, link.names.name, source);
  if (link.names.line !== undefined) return { message: nameInstead(link.text, file, link.names.line) };
  return unlessEqual(link, file.name, file.url);
}

async function faultOfSymbolLink(
  link: PiLink,
  file: PiFile,
  name: string,
  source: PiSource,
): Promise<Fault | undefined> {
  const symbol = symbolNamed(file, name);
  if (symbol) return unlessEqual(link, referenceTo(symbol), urlOf(symbol));
  return { message: await unknownSymbol(file, name, source) };
}

/** A link whose text is not a reference: it may lead to what the packages do not carry, at the right version. */
function faultOfOtherLink({ url }: PiLink, source: PiSource): Fault | undefined {
  const file = source.files.find((one) => pathOf(url) === pathOf(one.url));
  if (file) {
    return {
      message: `链到 Pi 的源码，文字要写成引用：[${file.name}#名字](${file.url})，行号由 npm run compare -- --fix 补上。`,
    };
  }
  if (refOf(url) !== `v${source.version}`) {
    return { message: `${url} 链到了另一个版本，课程对照的是 v${source.version}。` };
  }
  return url.includes("#L")
    ? { message: `${url} 带着行号，可是这个文件不在包里，没法核对。去掉 #L 和后面的数字。` }
    : undefined;
}

function unlessEqual(link: PiLink, text: string, url: string): Fault | undefined {
  if (link.text === text && link.url === url) return undefined;
  const wrong = link.text === text ? `${text} 的链接` : link.text;
  return {
    message: `${wrong} 应当是 [${text}](${url})。运行 npm run compare -- --fix。`,
    edit: rewriteLink(link, text, url),
  };
}

/** The message for a name that a file of Pi does not have. */
export async function unknownSymbol(file: PiFile, name: string, source: PiSource): Promise<string> {
  const near = await nearSymbols([file], name);
  const elsewhere = near.length > 0 ? near : await nearSymbols(source.files, name);
  return `Pi ${source.version} 的 ${file.name} 里没有 ${name}。${offer(elsewhere.map((symbol) => `${symbol.file.name}#${symbol.name}`))}`;
}

/** The message for a file that Pi does not have. */
export async function unknownFile(name: string, source: PiSource): Promise<string> {
  return `Pi ${source.version} 里没有文件 ${name}。${offer(await nearFiles(source, name))}`;
}

function nameInstead(text: string, file: PiFile, line: number): string {
  const around = symbolsOf(file).findLast(({ parts }) =>
    parts.some((one) => one.firstLine <= line && line <= one.lastLine),
  );
  const example = around ? `${file.name}#${around.name}（这一行在它里面）` : `${file.name}#名字`;
  return `${text} 只有行号，行号会过期。写成 ${example}。`;
}

function offer(near: string[]): string {
  return near.length > 0 ? `相近的有：${near.slice(0, 6).join("、")}。` : "也没有相近的名字。";
}

/** The path of a page in the repository, without its version and line. */
function pathOf(url: string): string {
  return url.replace(/^.*\/(blob|tree)\/[^/]+\//, "").replace(/#.*$/, "");
}

function refOf(url: string): string | undefined {
  return /\/(?:blob|tree)\/([^/#]+)/.exec(url)?.[1];
}
