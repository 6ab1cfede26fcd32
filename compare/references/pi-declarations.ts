import { parseSync, type Expression, type Statement, type TSType } from "oxc-parser";

/** One declaration in Pi's source: a name at the top level, or a member of one. Lines count from 1. */
export type PiDeclaration = {
  /** `prepareToolCall`; a member is written `AgentLoopConfig.beforeToolCall`. */
  name: string;
  /** Where the comment above it begins; equal to `line` when there is none. */
  firstLine: number;
  /** Where the declaration itself begins: the line a reference names. */
  line: number;
  lastLine: number;
  /** The declaration without the comment above it. */
  text: string;
};

type Range = { start: number; end: number };
type Named = Range & { name: string };

/**
 * The declarations of a TypeScript file, in order, each followed by its members. Overloads, and a getter with its setter,
 * are declarations of one name. Of a union, an alternative `{ type: "x" }` is a member of the name `x`.
 * Throws a SyntaxError when `code` does not parse.
 */
export function piDeclarations(file: string, code: string): PiDeclaration[] {
  const { program, comments, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);
  const lineAt = lineCounter(code);
  return program.body.flatMap(namesIn).map(({ name, start, end }) => ({
    name,
    firstLine: lineAt(commentsAbove(start, comments, code)),
    line: lineAt(start),
    lastLine: lineAt(end),
    text: code.slice(start, end),
  }));
}

/** The names that a statement declares. What it only passes on from another file is declared there. */
function namesIn(statement: Statement): Named[] {
  const { start, end } = statement;
  const declared = "declaration" in statement && statement.declaration ? statement.declaration : statement;
  if (declared.type === "VariableDeclaration") {
    return declared.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" ? withMembers({ name: id.name, start, end }, init ? membersOfValue(init) : []) : [],
    );
  }
  if (!("id" in declared) || declared.id?.type !== "Identifier") return [];
  return withMembers({ name: declared.id.name, start, end }, membersOf(declared as Statement));
}

function withMembers(owner: Named, members: Named[]): Named[] {
  return [owner, ...members.map((member) => ({ ...member, name: `${owner.name}.${member.name}` }))];
}

function membersOf(declared: Statement): Named[] {
  switch (declared.type) {
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
      return keyed(declared.body.body);
    case "TSEnumDeclaration":
      return declared.body.members.flatMap((member) =>
        "name" in member.id ? [{ ...rangeOf(member), name: member.id.name }] : [],
      );
    case "TSTypeAliasDeclaration":
      return membersOfType(declared.typeAnnotation);
    default:
      return [];
  }
}

function membersOfType(type: TSType): Named[] {
  if (type.type === "TSTypeLiteral") return keyed(type.members);
  if (type.type === "TSIntersectionType") return type.types.flatMap(membersOfType);
  if (type.type === "TSUnionType") return type.types.flatMap(alternative);
  return [];
}

/** `{ type: "x", … }` in a union. */
function alternative(type: TSType): Named[] {
  if (type.type !== "TSTypeLiteral") return [];
  for (const member of type.members) {
    if (member.type !== "TSPropertySignature" || !member.typeAnnotation || nameOf(member) !== "type") continue;
    const said = member.typeAnnotation.typeAnnotation;
    if (said.type === "TSLiteralType" && "value" in said.literal)
      return [{ ...rangeOf(type), name: String(said.literal.value) }];
  }
  return [];
}

function membersOfValue(value: Expression): Named[] {
  if (value.type === "ObjectExpression") return keyed(value.properties);
  if (value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression")
    return membersOfValue(value.expression);
  return [];
}

function keyed(nodes: readonly Range[]): Named[] {
  return nodes.flatMap((node) => {
    const name = nameOf(node);
    return name === undefined ? [] : [{ ...rangeOf(node), name }];
  });
}

/** The name that a member is written with; undefined for one that is computed or has none. */
function nameOf(node: object): string | undefined {
  if (!("key" in node) || ("computed" in node && node.computed)) return undefined;
  const { key } = node;
  if (typeof key !== "object" || key === null) return undefined;
  if ("name" in key) return String(key.name);
  return "value" in key ? String(key.value) : undefined;
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

/** Where the comments directly above `start` begin; a blank line cuts them off, the bar of a union does not. */
function commentsAbove(start: number, comments: readonly Range[], code: string): number {
  let first = start;
  for (const comment of comments.toReversed()) {
    if (comment.end > first) continue;
    const alone = /(^|\n)[ \t]*$/.test(code.slice(0, comment.start));
    if (!alone || !/^[ \t]*\r?\n?[ \t]*\|?[ \t]*$/.test(code.slice(comment.end, first))) break;
    first = comment.start;
  }
  return first;
}

function lineCounter(code: string): (offset: number) => number {
  const starts = [0];
  for (let at = code.indexOf("\n"); at !== -1; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
