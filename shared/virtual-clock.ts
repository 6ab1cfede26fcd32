/** The play waits, and nobody is asleep who could wake it. */
export class NothingLeft extends Error {
  override name = "NothingLeft";
  /** The virtual time at which it got stuck, in milliseconds. */
  readonly at: number;

  constructor(at: number) {
    super(`nothing is left that could move the play on (virtual time ${at} ms)`);
    this.at = at;
  }
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
  /** The plays that have not settled; never rejects, as neither do the waits. */
  readonly #plays = new Set<Promise<void>>();
  readonly #waits = new Set<Promise<void>>();
  #driving: Promise<void> | undefined;

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

  /** Waits for the real world, as for a person at a prompt. Until then time stands still, and no play is stuck. */
  outside<T>(promise: Promise<T>): Promise<T> {
    const wait = settling(promise).then(() => void this.#waits.delete(wait));
    this.#waits.add(wait);
    return promise;
  }

  /**
   * Drives the clock until `play` has settled; what sleeps longer than that is woken too, once `play` is over.
   * A play within a play is over as soon as it has settled: the outer one still needs the time.
   * Rejects as `play` does, and with `NothingLeft` when it can never settle.
   */
  async run<T>(play: Promise<T>): Promise<T> {
    const settled = settling(play);
    this.#plays.add(settled);
    const driven = (this.#driving ??= this.#drive());
    const over = settled.then(() => {
      this.#plays.delete(settled);
      return this.#plays.size > 0 ? undefined : driven;
    });
    await Promise.race([driven, over]);
    return play;
  }

  async #drive(): Promise<void> {
    try {
      for (;;) {
        await everythingSettles();
        if (this.#plays.size > 0 && this.#waits.size > 0) {
          await Promise.race([...this.#waits, ...this.#plays]);
          continue;
        }
        const next = this.#takeEarliest();
        if (next) {
          this.#now = next.at;
          next.wake();
        } else if (this.#plays.size === 0) {
          return;
        } else {
          throw new NothingLeft(this.#now);
        }
      }
    } finally {
      this.#driving = undefined;
      this.#plays.clear();
    }
  }

  #takeEarliest(): { at: number; wake: () => void } | undefined {
    this.#sleepers.sort((a, b) => a.at - b.at);
    return this.#sleepers.shift();
  }
}

/** Resolves once `promise` has settled, either way. */
function settling(promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => {},
    () => {},
  );
}

/** Microtasks run to their end between two turns of the event loop. */
async function everythingSettles(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
