import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How an install falls short of its lock file. */
export type Flaw =
  | { kind: "missing" }
  /** npm was stopped before it was done. */
  | { kind: "unfinished" }
  /** A package is not there, or is another version. */
  | { kind: "different"; name: string; wanted: string; installed: string | undefined };

type Lock = { packages: Record<string, { version?: string; link?: boolean; optional?: boolean }> };

/** The packages that the lock file of `folder` asks for, as paths from `folder`, each with its version. */
export function lockedPackages(folder: string): Map<string, string> {
  const lock: Lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const wanted = new Map<string, string>();
  for (const [path, { version, link, optional }] of Object.entries(lock.packages)) {
    if (path !== "" && version && !link && !optional) wanted.set(path, version);
  }
  return wanted;
}

/** What is wrong with the packages installed in `folder`; undefined when they are those of its lock file. */
export function findFlaw(folder: string): Flaw | undefined {
  if (!existsSync(join(folder, "node_modules")) || !existsSync(join(folder, "package-lock.json"))) {
    return { kind: "missing" };
  }
  // npm writes this file last.
  if (!existsSync(join(folder, "node_modules/.package-lock.json"))) return { kind: "unfinished" };
  for (const [path, wanted] of lockedPackages(folder)) {
    const installed = installedVersion(folder, path);
    if (installed !== wanted)
      return { kind: "different", name: path.replace(/^.*node_modules\//, ""), wanted, installed };
  }
  return undefined;
}

/** The version of the package at `path` from `folder`; undefined when it is not there or cannot be read. */
function installedVersion(folder: string, path: string): string | undefined {
  try {
    const manifest: { version?: string } = JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"));
    return manifest.version;
  } catch {
    return undefined;
  }
}
