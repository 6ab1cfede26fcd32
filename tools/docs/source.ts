import { parseSync, type Statement } from "oxc-parser";
import { declarationsOf } from "../declarations.ts";
import { withUnixLines } from "./blocks.ts";

/** The source has no such name; the message, in Chinese, lists what it has. */
export class UnknownName extends Error {}

type Member = { start: number; end: number; key: { start: number; end: number } };

/**
 * What a block that names a source must hold: the whole file, or the named declarations with a blank line between them,
 * each without the comment above it. `Owner.member` is a member of a class, a type or an object, moved to the left edge.
 *
 * Throws `UnknownName`, or a SyntaxError when the source does not parse.
 */
export function sourceText(file: string, code: string, names: string[]): string {
  const source = withUnixLines(code);
  if (names.length === 0) return source.trimEnd();
  return names.map((name) => textOf(file, source, name)).join("\n\n");
}

function textOf(file: string, source: string, name: string): string {
  const [owner = "", member] = name.split(".");
  const declarations = declarationsOf(file, source);
  const declaration = declarations.find((one) => one.name === owner);
  if (!declaration) {
    throw new UnknownName(`${file} 里没有 ${owner || "（空名字）"}。有：${list(declarations.map((one) => one.name))}`);
  }
  return member === undefined ? declaration.text : memberText(owner, declaration.text, member);
}

/** A getter and a setter, or overloads, share a name and come together. */
function memberText(owner: string, declaration: string, name: string): string {
  const { program } = parseSync("declaration.ts", declaration);
  const members = program.body.flatMap(membersOf);
  const nameOf = ({ key }: Member) => declaration.slice(key.start, key.end);
  const named = members.filter((member) => nameOf(member) === name);
  if (named.length === 0) {
    throw new UnknownName(`${owner} 没有 ${name || "（空名字）"} 这个成员。有：${list(members.map(nameOf))}`);
  }
  return named.map((member) => atLeftEdge(declaration, member)).join("\n\n");
}

function membersOf(statement: Statement): Member[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration ? membersOf(statement.declaration) : [];
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
      return withKeys(statement.body.body);
    case "TSTypeAliasDeclaration":
      return statement.typeAnnotation.type === "TSTypeLiteral" ? withKeys(statement.typeAnnotation.members) : [];
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ init }) =>
        init?.type === "ObjectExpression" ? withKeys(init.properties) : [],
      );
    default:
      return [];
  }
}

function withKeys(nodes: readonly { start: number; end: number }[]): Member[] {
  return nodes.filter((node): node is Member => "key" in node);
}

function atLeftEdge(text: string, { start, end }: Member): string {
  const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
  return text
    .slice(start, end)
    .split("\n")
    .map((line) => (indent.trim() === "" && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}

function list(names: string[]): string {
  return [...new Set(names)].join("、") || "（什么也没有）";
}
