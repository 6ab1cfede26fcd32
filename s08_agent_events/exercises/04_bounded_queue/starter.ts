/**
 * A queue between a run and one reader: `push` is handed to `runAgentLoop` as its `emit`, the reader iterates. The run
 * gets ahead of the reader by `limit` events and no more; once the reader has left, it waits for nobody. No timers: who
 * makes room wakes who waits.
 */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #queue: T[] = [];
  /** Wakes the reader. */
  #wake = () => {};
  #ended = false;

  constructor(limit: number) {
    void limit;
  }

  /** Adds an event. Resolves once no more than `limit` events wait to be read, or once the reader has left. */
  async push(event: T): Promise<void> {
    this.#queue.push(event);
    this.#wake();
  }

  /** No event will follow; what waits can still be read. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#queue.length > 0) yield this.#queue.shift() as T;
      if (this.#ended) return;
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }
}
