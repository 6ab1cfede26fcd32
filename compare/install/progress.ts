import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where an install reports what it does. */
export type Report = {
  say(text: string): void;
  /** A terminal shows one line that changes; anything else gets a new line now and then. */
  live: boolean;
};

export const toStderr: Report = {
  say: (text) => void process.stderr.write(text),
  live: Boolean(process.stderr.isTTY) && process.env["TERM"] !== "dumb",
};

/** How often a terminal, and how often a file or pipe, is told. */
const LIVE_MS = 250;
const LINE_MS = 3_000;

/** Reports how far an install is while `work` goes on. `packages` are the folders that will be there when it is done. */
export async function withProgress<Result>(
  report: Report,
  packages: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const started = Date.now();
  const tell = () => {
    const seconds = Math.round((Date.now() - started) / 1000);
    const text =
      packages.length > 0 ? `  ${countOf(packages)}/${packages.length} 个包，${seconds} 秒` : `  ${seconds} 秒`;
    report.say(report.live ? `\r${text}` : `${text}\n`);
  };
  const timer = setInterval(tell, report.live ? LIVE_MS : LINE_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (report.live) {
      tell();
      report.say("\n");
    }
  }
}

function countOf(packages: readonly string[]): number {
  return packages.filter((folder) => existsSync(join(folder, "package.json"))).length;
}
