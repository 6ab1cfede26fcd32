import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { projectFiles } from "./git.ts";
import type { Check, Problem } from "./problem.ts";

/** Something in a file that says where or how it was written rather than what the course teaches. */
type Leak = { pattern: RegExp; message: string; in: (file: string) => boolean };

// In pieces, or this file would hold the address that it looks for.
const PUBLIC_REGISTRY = ["registry", "npmjs", "org"].join(".");
const SKIPPED = new Set([".git", "node_modules", "practice", "coverage"]);

/** No part of a longer path, a URL or an expression stands before the slash. */
const PATH_START = String.raw`(?<![\w.~})\]/-])`;
const PRIVATE_PATH = "这是某一台机器上的路径，换一台就不存在。改成相对路径。";
const everywhere = () => true;

const LEAKS: Leak[] = [
  { pattern: new RegExp(`${PATH_START}/(?:work|root)/[\\w.]`), message: PRIVATE_PATH, in: everywhere },
  {
    // Names that a lesson makes up for its own examples are nobody's home.
    pattern: new RegExp(`${PATH_START}/(?:home|Users)/(?!(?:me|you|user|alice|bob)/)[\\w.-]+/`),
    message: PRIVATE_PATH,
    in: everywhere,
  },
  {
    pattern: new RegExp(`${PATH_START}/tmp/[\\w.]`),
    message: "课文不该指着某一台机器的临时目录。改成相对路径。",
    in: (file) => file.endsWith(".md"),
  },
  {
    pattern: /^(?:<{7}|>{7})(?: |\r?$)/,
    message: "这是没有解决完的合并冲突。选定一边，去掉记号。",
    in: (file) => /\.(?:md|ts)$/.test(file),
  },
  {
    pattern: /\b(?:TODO|FIXME)\b/,
    message: "这里记着还没有写完。写完它，去掉记号。",
    in: (file) => file.endsWith(".md"),
  },
  {
    pattern: /https?:\/\/(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+/,
    message: "这是内网地址，别人连不上。去掉它。",
    in: everywhere,
  },
  {
    pattern: /^\s*(?:@[\w-]+:)?registry\s*=|_auth/,
    message: "npm 的 registry 和口令属于各人的机器，不属于课程。去掉这一行。",
    in: (file) => basename(file) === ".npmrc",
  },
];

const RESOLVED = /^\s*"resolved": "[^"]*:/;

/**
 * Keeps the machine it was written on out of the course: addresses in lock files, private paths, registries.
 *
 * `registry` is the one that npm uses here; another one than npm's own must not be named in any file.
 */
export function hygieneCheck(registry = process.env["npm_config_registry"]): Check {
  return {
    name: "hygiene",
    run: async (root) => {
      const leaks = [...LEAKS, ...registryLeak(registry)];
      return textFiles(root).flatMap(({ file, text }) => [
        ...(isLock(file) ? problemsAt(file, text, RESOLVED, "锁文件不该写下载地址。运行 npm run fix。") : []),
        ...leaks
          .filter((leak) => leak.in(file))
          .flatMap(({ pattern, message }) => problemsAt(file, text, pattern, message)),
      ]);
    },
    fix: async (root) =>
      textFiles(root).flatMap(({ file, text }) => (isLock(file) ? dropAddresses(root, file, text) : [])),
  };
}

function problemsAt(file: string, text: string, pattern: RegExp, message: string): Problem[] {
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [{ file, line: index + 1, message }] : []));
}

/** Npm's own registry, and the one that npm uses here. */
function registryLeak(registry: string | undefined): Leak[] {
  const hosts = [PUBLIC_REGISTRY, ...(registry && URL.canParse(registry) ? [new URL(registry).host] : [])];
  const pattern = new RegExp(`//(${hosts.map((host) => host.replace(/[.[\]]/g, "\\$&")).join("|")})`);
  return [{ pattern, message: "这是 npm registry 的地址，从哪里装由读者自己的 npm 决定。去掉它。", in: everywhere }];
}

function dropAddresses(root: string, file: string, text: string): string[] {
  const lock = JSON.parse(text) as { packages?: Record<string, { resolved?: string; link?: boolean }> };
  for (const entry of Object.values(lock.packages ?? {})) if (!entry.link) delete entry.resolved;
  const mended = `${JSON.stringify(lock, null, 2)}\n`;
  if (mended === text) return [];
  writeFileSync(join(root, file), mended);
  return [file];
}

function isLock(file: string): boolean {
  return basename(file) === "package-lock.json";
}

/** The text files of the course; a copy without git is read as it lies. */
function textFiles(root: string): { file: string; text: string }[] {
  const files = projectFiles(root) ?? filesBelow(root, root);
  return files.flatMap((file) => {
    // Git lists a deleted file until the deletion is committed.
    if (!statSync(join(root, file), { throwIfNoEntry: false })?.isFile()) return [];
    const text = readFileSync(join(root, file), "utf8");
    return text.includes("\0") ? [] : [{ file, text }];
  });
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, path);
    return [relative(root, path)];
  });
}
