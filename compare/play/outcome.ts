import { NothingLeft, type VirtualClock } from "../../shared/virtual-clock.ts";
import type { Line, LineTrace } from "./line.ts";

/** One play that is about to begin: what it will be traced in, and the clock that it keeps time by. */
export type Play = { trace: LineTrace; clock: VirtualClock; run(): Promise<void> };

/** How a play went: what was traced, and whether it came to its end, broke off, or could never end. */
export type Outcome = { lines: Line[] } & ({ end: "reached" | "hangs" } | { end: "rejected"; failure: string });

/** Plays to the end and returns the trace. Rejects as the run does, and with `NothingLeft` when it can never end. */
export async function playToEnd(play: Play): Promise<Line[]> {
  await play.clock.run(play.run());
  return play.trace.lines;
}

/** Plays what may break off, or never end. */
export async function tryPlay(play: Play): Promise<Outcome> {
  const { lines } = play.trace;
  try {
    await playToEnd(play);
    return { lines, end: "reached" };
  } catch (error) {
    if (error instanceof NothingLeft) return { lines, end: "hangs" };
    return { lines, end: "rejected", failure: errorText(error) };
  }
}

/** Plays to the end; that it has none, or that a rejection reached nobody, is traced. Rejects as the run does. */
export async function playOrBreak(play: Play): Promise<Line[]> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", () => play.trace.breach("rejects unheard"));
  try {
    return await playToEnd(play);
  } catch (error) {
    if (!(error instanceof NothingLeft)) throw error;
    play.trace.breach("hangs");
    return play.trace.lines;
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
