import { parseSync, type Statement } from "oxc-parser";

/** One name at the top level of a module. */
export type Declaration = {
  name: string;
  exported: boolean;
  /** The source from `export` (or the first keyword) to its end, without the comment above it. */
  text: string;
  /** The same, with the comment that stands directly above it. */
  documented: string;
};

type Comment = { start: number; end: number };

/**
 * The top-level declarations of a TypeScript module, in order, as they stand in `code`.
 *
 * Overloads, and a type and a value of one name, are one declaration. A re-export is a declaration of the name it gives;
 * imports and plain statements are none. Throws a SyntaxError that names `file` when `code` does not parse.
 */
export function declarationsOf(file: string, code: string): Declaration[] {
  const { program, comments, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);

  const listed = new Set<string>();
  const found = new Map<string, Declaration>();
  for (const statement of program.body) {
    for (const name of namesListed(statement)) listed.add(name);
    const text = code.slice(statement.start, statement.end);
    const documented = code.slice(startOfComment(statement.start, comments, code), statement.end);
    const exported = statement.type.startsWith("Export");
    for (const name of namesDeclared(statement, code)) {
      const before = found.get(name);
      found.set(name, {
        name,
        exported: exported || (before?.exported ?? false),
        text: before ? `${before.text}\n${text}` : text,
        documented: before ? `${before.documented}\n${documented}` : documented,
      });
    }
  }
  return [...found.values()].map((one) => ({ ...one, exported: one.exported || listed.has(one.name) }));
}

/** Names that `export { a }` makes public; they are declared elsewhere in the module. */
function namesListed(statement: Statement): string[] {
  if (statement.type !== "ExportNamedDeclaration" || statement.source) return [];
  return statement.specifiers.map(({ local }) => ("name" in local ? local.name : local.value));
}

function namesDeclared(statement: Statement, code: string): string[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      if (statement.declaration) return namesDeclared(statement.declaration, code);
      if (!statement.source) return [];
      return statement.specifiers.map(({ exported }) => ("name" in exported ? exported.name : exported.value));
    case "ExportAllDeclaration":
      return [code.slice(statement.start, statement.end).replace(/^export\s+|;$/g, "")];
    case "ExportDefaultDeclaration":
      return ["default"];
    case "VariableDeclaration":
      return statement.declarations.map(({ id }) =>
        id.type === "Identifier" ? id.name : code.slice(id.start, id.end),
      );
    case "FunctionDeclaration":
    case "TSDeclareFunction":
    case "ClassDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSEnumDeclaration":
    case "TSModuleDeclaration": {
      const id = statement.id;
      return id ? [code.slice(id.start, id.end)] : [];
    }
    default:
      return [];
  }
}

/** Where the comments directly above `start` begin; a blank line cuts them off. */
function startOfComment(start: number, comments: readonly Comment[], code: string): number {
  const above = comments.findLast((one) => one.end <= start);
  if (!above || !/^[ \t]*\r?\n?[ \t]*$/.test(code.slice(above.end, start))) return start;
  const lineStart = code.lastIndexOf("\n", above.start - 1) + 1;
  // A comment at the end of a line of code belongs to that line.
  if (code.slice(lineStart, above.start).trim() !== "") return start;
  return startOfComment(above.start, comments, code);
}
