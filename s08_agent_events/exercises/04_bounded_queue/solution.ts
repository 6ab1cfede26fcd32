/**
 * A queue between a run and one reader: `push` is handed to `runAgentLoop` as its `emit`, the reader iterates. The run
 * gets ahead of the reader by `limit` events and no more; once the reader has left, it waits for nobody. No timers: who
 * makes room wakes who waits.
 */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #queue: T[] = [];
  /** Wakes the reader. */
  #wake = () => {};
  /** Wake who waits for room. */
  readonly #waiting: (() => void)[] = [];
  #ended = false;
  #left = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds an event. Resolves once no more than `limit` events wait to be read, or once the reader has left. */
  async push(event: T): Promise<void> {
    if (this.#left) return;
    this.#queue.push(event);
    this.#wake();
    while (this.#queue.length > this.#limit) await new Promise<void>((taken) => this.#waiting.push(taken));
  }

  /** No event will follow; what waits can still be read. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        while (this.#queue.length > 0) {
          const event = this.#queue.shift() as T;
          this.#wakeAll();
          yield event;
        }
        if (this.#ended) return;
        await new Promise<void>((wake) => (this.#wake = wake));
      }
    } finally {
      // A reader who breaks off comes here too; the run must not wait for somebody who will not come back.
      this.#left = true;
      this.#queue.length = 0;
      this.#wakeAll();
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
