import type { PiDeclaration } from "./pi-declarations.ts";
import type { PiFile, PiSource } from "./pi-source.ts";
import { nearNames } from "./near.ts";

/** A name in one of Pi's files. Overloads, or a getter and its setter, are parts of one symbol. */
export type PiSymbol = { file: PiFile; name: string; parts: [PiDeclaration, ...PiDeclaration[]] };

/** Everything that is declared in a file, in its order. */
export function symbolsOf(file: PiFile): PiSymbol[] {
  const found = new Map<string, PiSymbol>();
  for (const declaration of file.declarations) {
    const known = found.get(declaration.name);
    if (known) known.parts.push(declaration);
    else found.set(declaration.name, { file, name: declaration.name, parts: [declaration] });
  }
  return [...found.values()];
}

/** A file by the name that references use; `pi-agent-core/` in front may be left out. */
export function fileNamed(source: PiSource, name: string): PiFile | undefined {
  const bare = name.replace(/^pi-agent-core\//, "");
  return source.files.find((file) => file.name === bare);
}

export function symbolNamed(file: PiFile, name: string): PiSymbol | undefined {
  return symbolsOf(file).find((symbol) => symbol.name === name);
}

/** All symbols of this name, in every file. When there is none, the members that are called so: `beforeToolCall`. */
export function symbolsNamed(source: PiSource, name: string): PiSymbol[] {
  const last = ownName(name);
  const inFiles = source.files.filter((file) => file.text.includes(last)).flatMap(symbolsOf);
  const exact = inFiles.filter((symbol) => symbol.name === name);
  return exact.length > 0 ? exact : inFiles.filter((symbol) => ownName(symbol.name) === name);
}

/** Symbols in `files` that somebody who wrote `name` may have meant, best first. */
export async function nearSymbols(files: readonly PiFile[], name: string): Promise<PiSymbol[]> {
  const symbols = files.flatMap(symbolsOf);
  const owner = name.slice(0, name.lastIndexOf("."));
  const siblings = symbols.filter((symbol) => symbol.name.startsWith(`${owner}.`));
  if (siblings.length > 0) return nearBy(siblings, ownName(name), (symbol) => ownName(symbol.name));
  const whole = await nearBy(symbols, name, (symbol) => symbol.name);
  return whole.length > 0 ? whole : nearBy(symbols, name, (symbol) => ownName(symbol.name));
}

async function nearBy(symbols: PiSymbol[], wanted: string, by: (symbol: PiSymbol) => string): Promise<PiSymbol[]> {
  const near = await nearNames(wanted, symbols.map(by));
  return near.flatMap((name) => symbols.filter((symbol) => by(symbol) === name));
}

export async function nearFiles(source: PiSource, name: string): Promise<string[]> {
  return nearNames(
    name,
    source.files.map((file) => file.name),
  );
}

/** `agent-loop.ts#prepareToolCall:600`, as a lesson writes it. */
export function referenceTo({ file, name, parts }: PiSymbol): string {
  return `${file.name}#${name}:${parts[0].line}`;
}

export function urlOf({ file, parts }: PiSymbol): string {
  return `${file.url}#L${parts[0].line}`;
}

/** The name of a member without its owner; any other name as it is. */
function ownName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
