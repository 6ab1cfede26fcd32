import { spawn } from "node:child_process";

/** The code of a failure for want of npm itself; npm has none of this name. */
export const NO_NPM = "NO_NPM";

/** npm could not do what it was asked for. */
export class NpmFailed extends Error {
  override name = "NpmFailed";
  /** npm's name for what went wrong, such as `ENOTFOUND`, or the signal that ended it; "" when there is neither. */
  readonly code: string;

  /** `output` is what npm said. */
  constructor(output: string, code = /^npm error code (\S+)/m.exec(output)?.[1] ?? "") {
    super(output.trim());
    this.code = code;
  }
}

/** No scripts of packages, nothing but errors, and an answer within a minute when there is no network. */
const MANNERS = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=500",
  "--fetch-retry-maxtimeout=1000",
];

/** Runs npm in `folder`, telling its process number. Rejects with `NpmFailed`; its code is `NO_NPM` when there is no npm at all. */
export function runNpm(folder: string, args: readonly string[], onStart: (pid: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    // On Windows npm is a batch file, which only a shell can start.
    const shell = process.platform === "win32";
    // What npm prints would mix with what the caller prints on stdout.
    const npm = spawn("npm", [...args, ...MANNERS], { cwd: folder, shell, stdio: ["ignore", "ignore", "pipe"] });
    if (npm.pid !== undefined) onStart(npm.pid);
    let said = "";
    npm.stderr.setEncoding("utf8").on("data", (text: string) => void (said += text));
    npm.on("error", (error: NodeJS.ErrnoException) =>
      reject(new NpmFailed("", error.code === "ENOENT" ? NO_NPM : (error.code ?? ""))),
    );
    npm.on("close", (code, signal) => (code === 0 ? resolve() : reject(new NpmFailed(said, signal ?? undefined))));
  });
}
