import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What the compiler says of a project in this folder; nothing when all is well. */
function compile(project: string): string {
  const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "--noEmit", "-p", `compare/types/${project}`], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return stdout + stderr;
}

it.each([
  ["an app written against Pi's types compiles with Pi's", "tsconfig.pi.json"],
  ["and with those of s15", "tsconfig.s15.json"],
  ["types and functions are assignable, both ways", "tsconfig.both.json"],
])("%s", { timeout: 60_000 }, (_, project) => {
  expect(compile(project)).toBe("");
});
