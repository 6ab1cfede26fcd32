import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { parseSync, Visitor, type Expression } from "oxc-parser";
import { findChapters } from "./chapters.ts";
import type { Check, Problem } from "./problem.ts";

/** A place where a module names another; `specifier` is undefined where it is worked out at run time. */
type Import = { specifier: string | undefined; offset: number };

/** What the files of one folder may import, besides `node:` and the packages of package.json. */
type Room = { folder: string; folders: string[]; advice: string };

/** Loads the file that a reader wrote, wherever it lies. */
const WORKED_OUT = new Set(["shared/practice.ts"]);

/** Keeps each chapter complete in itself, and the theatre free of chapters: a reader can break one and no other breaks. */
export const containmentCheck: Check = {
  name: "containment",
  async run(root) {
    const packages = listedPackages(root);
    const rooms: Room[] = [
      ...findChapters(root).map(({ folder }) => ({
        folder,
        folders: [folder, "shared"],
        advice: "把要用的东西放进本章。",
      })),
      { folder: "shared", folders: ["shared"], advice: "要看章节的测试放到 tools/ 里。" },
    ];
    return rooms.flatMap((room) =>
      codeFiles(root, room.folder).flatMap((file) => strayImports(root, file, room, packages)),
    );
  },
};

function strayImports(root: string, file: string, room: Room, packages: ReadonlySet<string>): Problem[] {
  const code = readFileSync(join(root, file), "utf8");
  return importsOf(file, code).flatMap(({ specifier, offset }) => {
    const reason = objection(specifier, file, room, packages);
    return reason === undefined ? [] : [{ file, line: code.slice(0, offset).split("\n").length, message: reason }];
  });
}

/** Why an import may not stand where it stands; undefined when it may. */
function objection(
  specifier: string | undefined,
  file: string,
  { folder, folders, advice }: Room,
  packages: ReadonlySet<string>,
): string | undefined {
  if (specifier === undefined && WORKED_OUT.has(file)) return undefined;
  if (specifier === undefined) return "import 的路径是算出来的，看不出引到哪里。写成字符串。";
  if (specifier.startsWith("node:")) return undefined;
  if (specifier.startsWith("#")) return objectionToAlias(specifier, file, folder);
  if (specifier.startsWith(".")) {
    const target = join(dirname(file), specifier).split(sep)[0] ?? "";
    if (folders.includes(target)) return undefined;
    return `${folder}/ 只能引用${folders.map((one) => ` ${one}/`).join("、")} 里的文件，这里引用了 ${specifier}。${advice}`;
  }
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (packages.has(name)) return undefined;
  return `package.json 里没有 ${name}。Node 自带的模块写成 node:${specifier}；npm 包先用 npm install 装上。`;
}

/** Exercises are worked on in another folder: they name their chapter as package.json does, and nothing else may. */
function objectionToAlias(specifier: string, file: string, folder: string): string | undefined {
  if (!file.startsWith(`${folder}/exercises/`)) return `只有 exercises/ 里能写 ${specifier}。这里写相对路径。`;
  const own = `#${folder.slice(0, 3)}/`;
  if (specifier.startsWith(own) || specifier.startsWith("#shared/")) return undefined;
  return `${folder}/exercises/ 只能引用 ${own}… 和 #shared/…，这里引用了 ${specifier}。把要用的东西放进本章。`;
}

function importsOf(file: string, code: string): Import[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  const note = (source: Expression | null | undefined) => {
    if (source) found.push({ specifier: textOf(source), offset: source.start });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => note(source),
    ExportNamedDeclaration: ({ source }) => note(source),
    ExportAllDeclaration: ({ source }) => note(source),
    ImportExpression: ({ source }) => note(source),
    TSImportType: ({ source }) => note(source),
    TSExternalModuleReference: ({ expression }) => note(expression),
    CallExpression: ({ callee, arguments: [first] }) => {
      const isRequire = callee.type === "Identifier" && callee.name === "require";
      if (isRequire && first && first.type !== "SpreadElement") note(first);
    },
  }).visit(program);
  return found;
}

function textOf(source: Expression): string | undefined {
  if (source.type === "Literal" && typeof source.value === "string") return source.value;
  const [only, ...more] = source.type === "TemplateLiteral" ? source.quasis : [];
  return more.length === 0 ? (only?.value.cooked ?? undefined) : undefined;
}

function codeFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

function listedPackages(root: string): ReadonlySet<string> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
