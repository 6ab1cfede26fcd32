import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../tools/command.ts";
import { findFlaw, lockedPackages } from "./installed.ts";
import { alone, type AddHolder } from "./install-lock.ts";
import {
  CORE,
  failureText,
  PINNED_VERSION,
  pinnedNotice,
  placeNotice,
  reasonFor,
  stillFlawed,
  versionNotice,
} from "./install-messages.ts";
import { NpmFailed, runNpm } from "./npm.ts";
import { toStderr, withProgress, type Report } from "./progress.ts";

/** The folder that pins Pi. */
export const COMPARE_FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** Pi is not there and could not be fetched. The message says what is missing and what to do; the process exits with 2. */
export class PiUnavailable extends UsageError {
  override name = "PiUnavailable";
}

type Plan = {
  folder: string;
  version: string;
  /** npm's arguments. */
  args: string[];
  /** What the reader is told before it starts. */
  notice: string[];
  /** The folders that will be there at the end, as far as they are known. */
  packages: string[];
};

/**
 * Makes sure that the pinned Pi is installed, whole and in the locked versions; returns its `node_modules`.
 * Installs or repairs it when needed, telling `report`. Throws `PiUnavailable`.
 */
export async function ensurePi(folder = COMPARE_FOLDER, report = toStderr): Promise<string> {
  const packages = [...lockedPackages(folder).keys()].map((path) => join(folder, path));
  const notice = pinnedNotice(packages.length);
  return ensure({ folder, version: PINNED_VERSION, args: ["ci"], notice, packages }, report);
}

/**
 * Like `ensurePi`, for another exact version such as "0.84.4"; it lies beside the pinned one and leaves that alone.
 * Throws `PiUnavailable`, also for a version that does not exist.
 */
export async function ensurePiVersion(version: string, folder = COMPARE_FOLDER, report = toStderr): Promise<string> {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    throw new PiUnavailable(`看不懂版本 ${version}。要写完整的版本号，例如 0.84.4。`);
  }
  if (version === PINNED_VERSION) return ensurePi(folder, report);
  const own = join(folder, ".versions", version);
  mkdirSync(own, { recursive: true });
  // Both packages by name, so that a range in a manifest cannot mix two versions of Pi.
  const wanted = [`${CORE}@${version}`, `@earendil-works/pi-ai@${version}`];
  const args = ["install", "--prefix", own, "--package-lock=true", "--save-exact", ...wanted];
  return ensure({ folder: own, version, args, notice: versionNotice(version), packages: [] }, report);
}

async function ensure(plan: Plan, report: Report): Promise<string> {
  if (findFlaw(plan.folder)) {
    const waiting = () => report.say("另一个进程正在安装 Pi，等它装完……\n");
    await alone(plan.folder, waiting, (addHolder) => install(plan, report, addHolder));
  }
  return join(plan.folder, "node_modules");
}

async function install(plan: Plan, report: Report, addHolder: AddHolder): Promise<void> {
  const flaw = findFlaw(plan.folder);
  // The process that held the lock before has done it.
  if (!flaw) return;
  report.say(`${[`${reasonFor(flaw)}现在安装：`, ...plan.notice, placeNotice(plan.folder)].join("\n  ")}\n`);
  // What a stopped install left behind could pass for whole packages. An npm that is just dying may still write: retry.
  rmSync(join(plan.folder, "node_modules"), { recursive: true, force: true, maxRetries: 5 });
  try {
    await withProgress(report, plan.packages, () => runNpm(plan.folder, plan.args, addHolder));
  } catch (error) {
    if (error instanceof NpmFailed) throw new PiUnavailable(failureText(plan.version, error));
    throw error;
  }
  const left = findFlaw(plan.folder);
  if (left) throw new PiUnavailable(stillFlawed(plan.folder, left));
  report.say("装好了。\n");
}
