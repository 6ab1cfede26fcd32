/** The play waits, and nobody is asleep who could wake it. */
export class NothingLeft extends Error {
  override name = "NothingLeft";
}

/** Keeps two instants apart that would be one; sums of it and of whole milliseconds stay exact. */
const MOMENT = 1 / 1024;

/**
 * A clock that waits for nothing: time jumps to the next sleeper once everything else has settled.
 *
 * No two sleepers ever wake at one instant, so what happens at two times cannot get mixed up.
 */
export class VirtualClock {
  #now = 0;
  readonly #sleepers: { at: number; wake: () => void }[] = [];

  /** Milliseconds since the play began. */
  get now(): number {
    return this.#now;
  }

  /** Resolves when the clock has moved on by `ms`, which is never at once, or as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    let at = this.#now + Math.max(ms, MOMENT);
    while (this.#sleepers.some((sleeper) => sleeper.at === at)) at += MOMENT;
    return new Promise((wake) => {
      this.#sleepers.push({ at, wake });
      if (signal?.aborted) wake();
      signal?.addEventListener("abort", () => wake(), { once: true });
    });
  }

  /**
   * Drives the clock until `play` has settled; what sleeps longer than that is woken too, once `play` is over.
   * Rejects as `play` does, and with `NothingLeft` when it can never settle.
   */
  async run<T>(play: Promise<T>): Promise<T> {
    let settled = false;
    const done = play.finally(() => {
      settled = true;
    });
    done.catch(() => {});
    for (;;) {
      await everythingSettles();
      const next = this.#takeEarliest();
      if (next) {
        this.#now = next.at;
        next.wake();
      } else if (settled) {
        return done;
      } else {
        throw new NothingLeft(`nothing is left that could move the play on (virtual time ${this.#now} ms)`);
      }
    }
  }

  #takeEarliest(): { at: number; wake: () => void } | undefined {
    this.#sleepers.sort((a, b) => a.at - b.at);
    return this.#sleepers.shift();
  }
}

/** Microtasks run to their end between two turns of the event loop. */
async function everythingSettles(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
