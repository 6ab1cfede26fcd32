import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compiles a chapter into `folder`, as Pi's package was compiled before it was published: tsx adds calls of its own to
 * what it compiles, and one side only would pay for them. Returns the folder with the JavaScript. Throws when the
 * compiler does not come to its end.
 */
export function compileChapter(root: string, chapter: string, folder: string): string {
  const out = join(folder, chapter);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const config = join(folder, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        noCheck: true,
        rewriteRelativeImportExtensions: true,
        rootDir: join(root, chapter),
        outDir: out,
        types: [],
      },
      include: [],
      exclude: [],
      files: [join(root, chapter, "index.ts")],
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${chapter} 没有编译成：\n${stdout}${stderr}`);
  return out;
}
