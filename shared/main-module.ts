import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether the module with this `import.meta.url` is the file that the process was started with. */
export function isMain(moduleUrl: string): boolean {
  const [, started] = process.argv;
  if (!started) return false;
  try {
    return realpathSync(started) === fileURLToPath(moduleUrl);
  } catch {
    // Started with `-e`: the argument names no file.
    return false;
  }
}
