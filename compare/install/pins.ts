import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Problem } from "../../tools/problem.ts";
import { CORE, PINNED_VERSION } from "./install-messages.ts";

type Manifest = { dependencies?: Record<string, string> };
type Lock = { packages: Record<string, Manifest & { version?: string }> };

/** Pins of the comparison that are no exact versions, that the lock file does not hold, or that are another Pi. */
export function pinProblems(root: string): Problem[] {
  const file = "compare/package.json";
  const { dependencies = {} } = readJson<Manifest>(join(root, file));
  const { packages } = readJson<Lock>(join(root, "compare/package-lock.json"));
  const messages = Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} 要写成确切的版本，这里是 ${version}。`);
  if (!isDeepStrictEqual(dependencies, packages[""]?.dependencies)) {
    messages.push("和 compare/package-lock.json 对不上。在 compare/ 里运行 npm install，把两个文件一起提交。");
  }
  const locked = packages[`node_modules/${CORE}`]?.version;
  if (dependencies[CORE] !== PINNED_VERSION || locked !== PINNED_VERSION) {
    messages.push(`${CORE} 应当是 ${PINNED_VERSION}，课文和台账说的都是它。`);
  }
  return messages.map((message) => ({ file, message }));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
