import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Starts the comparison in a process of its own, because it brings the real Pi and a chapter must start without it.
 * Resolves to the comparison's exit code.
 */
export function playBesidePi(chapter: string, caseName: string): Promise<number> {
  const compare = fileURLToPath(new URL("../compare/main.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, compare, chapter, "--case", caseName], {
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
