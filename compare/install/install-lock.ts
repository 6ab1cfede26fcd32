import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOCK = ".installing";
/** In it: the numbers of the processes that hold it, one a line, the one that took it first. */
const HOLDERS = "pids";
const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
/** Longer than any install goes on by itself: a holder silent for so long is gone, even if its number is in use again. */
const SILENCE_MS = 600_000;

/** Notes another process that works under the lock, by its number: the lock stays taken until that one has ended too. */
export type AddHolder = (pid: number) => void;

/**
 * Does `work` while no other process does the like in `folder`. Waits for one that does, after calling `onWait` once.
 * A lock left behind by processes that died is taken over.
 */
export async function alone<Result>(
  folder: string,
  onWait: () => void,
  work: (addHolder: AddHolder) => Promise<Result>,
): Promise<Result> {
  const lock = join(folder, LOCK);
  let told = false;
  while (!take(lock)) {
    if (!told) onWait();
    told = true;
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => beat(lock), HEARTBEAT_MS).unref();
  try {
    return await work((pid) => appendFileSync(join(lock, HOLDERS), `${pid}\n`));
  } finally {
    clearInterval(heartbeat);
    release(lock);
  }
}

/** Makes the lock ours; false when somebody holds it. Making a folder either succeeds or fails, for one process only. */
function take(lock: string): boolean {
  if (create(lock)) return true;
  if (!isStale(lock)) return false;
  // Renaming is for one process only too: of two that find the lock stale, the other comes too late.
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return false;
  }
  // Between the look and the rename another process may have taken it over: then it gets its lock back.
  if (isStale(aside)) rmSync(aside, { recursive: true, force: true });
  else putBack(aside, lock);
  return create(lock);
}

function putBack(aside: string, lock: string): void {
  try {
    renameSync(aside, lock);
  } catch {
    // A third process was quicker.
    rmSync(aside, { recursive: true, force: true });
  }
}

function create(lock: string): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(join(lock, HOLDERS), `${process.pid}\n`);
  return true;
}

function isStale(lock: string): boolean {
  try {
    return Date.now() - statSync(lock).mtimeMs > SILENCE_MS || hasDied(holdersOf(lock));
  } catch {
    // Released just now, or made just now and not yet signed.
    return false;
  }
}

function holdersOf(lock: string): number[] {
  return readFileSync(join(lock, HOLDERS), "utf8").split("\n").filter(Boolean).map(Number);
}

/** Gives the lock back, unless another process took it over while this one was asleep. */
function release(lock: string): void {
  try {
    if (holdersOf(lock)[0] === process.pid) rmSync(lock, { recursive: true, force: true });
  } catch {
    // It is gone already.
  }
}

/** A lock that nobody has signed yet was made just now. */
function hasDied(holders: number[]): boolean {
  return holders.length > 0 && !holders.some(isAlive);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function beat(lock: string): void {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // Taken over and released by another process while this one was asleep.
  }
}
