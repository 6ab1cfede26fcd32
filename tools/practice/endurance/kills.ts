import { statSync } from "node:fs";
import type { Exercise } from "../exercises.ts";
import type { Reader } from "./reader.ts";
import { childrenOf, isAlive, sleep, theOnly, type ConsoleTerminal } from "./terminal.ts";

/** Consoles that are killed while they save, one after the other, over one record. */
export class Kills {
  readonly #reader: Reader;
  readonly #terminal: ConsoleTerminal;
  readonly #known = new Set<Exercise>();
  /** Milliseconds from a save to the record of the pass, as seen the last time. */
  #usual = 300;
  /** How many kills came when the pass was in the record, and how many before. */
  readonly count = { after: 0, before: 0 };

  constructor(reader: Reader, terminal: ConsoleTerminal) {
    this.#reader = reader;
    this.#terminal = terminal;
  }

  /**
   * Opens a console, lets it pass an exercise, and kills it at a random moment around its saving of that. Throws when a
   * pass is lost or the record is damaged.
   */
  async next(): Promise<void> {
    const reader = this.#reader;
    const terminal = this.#terminal;
    const exercise = this.#pending();
    const shell = terminal.open(80, 24);
    await terminal.shows(exercise.id, "没有通过");
    const pid = theOnly(childrenOf(shell));
    const children = childrenOf(pid);

    reader.copy(exercise, "solution");
    await this.#wait();
    const told = terminal.screen().includes("通过。");
    process.kill(pid, "SIGKILL");
    await terminal.until("进程结束", () => !isAlive(pid));
    await terminal.until("检查的进程也结束", () => children.every((child) => !isAlive(child)));

    const { passed, damage } = reader.record();
    for (const one of this.#known) terminal.hold(`从前通过的 ${one.id} 还在`, passed(one));
    if (told) terminal.hold(`屏幕说过通过的 ${exercise.id} 在记录里`, passed(exercise));
    terminal.hold(`记录没有读不懂的行：${damage ?? ""}`, damage === undefined);
    if (passed(exercise)) this.#known.add(exercise);
    else reader.copy(exercise, "starter");
    this.count[passed(exercise) ? "after" : "before"]++;
  }

  #pending(): Exercise {
    const pending = this.#reader.exercises.find((one) => !this.#known.has(one));
    if (pending) return pending;
    this.#known.clear();
    this.#reader.startOver();
    return this.#pending();
  }

  /** Half of the times until the record begins to change, to the microsecond; else until any moment around that. */
  async #wait(): Promise<void> {
    if (Math.random() < 0.5) return sleep(Math.random() * 2 * this.#usual);
    const size = () => statSync(this.#reader.recordFile).size;
    const [before, start] = [size(), performance.now()];
    // To look without a pause takes a processor from the check that is waited for: not before it is time.
    await sleep(this.#usual / 2);
    while (size() === before && performance.now() - start < 60_000);
    this.#usual = performance.now() - start;
  }
}
