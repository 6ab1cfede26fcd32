/**
 * A queue with two ends: one side pushes events, the other iterates over them, whenever it likes. `result()` resolves
 * when the last event was pushed, whether anyone iterates or not.
 *
 * Pi: `EventStream` in pi-ai `utils/event-stream.ts`, which has no `fail`.
 */
export class EventStream<T, R = T> implements AsyncIterable<T> {
  readonly #queue: T[] = [];
  /** How many events at the head of the queue are taken already. */
  #taken = 0;
  /** Consumers that found the queue empty. */
  readonly #waiting: (() => void)[] = [];
  readonly #resultOf: (event: T) => { result: R } | undefined;
  readonly #result: Promise<R>;
  #settle!: { resolve: (result: R) => void; reject: (error: unknown) => void };
  #ended = false;
  #failure: { error: unknown } | undefined;

  /** `resultOf` recognises the last event and reads the result out of it. */
  constructor(resultOf: (event: T) => { result: R } | undefined) {
    this.#resultOf = resultOf;
    this.#result = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // Who only iterates learns of a failure there, and owes `result` nothing.
    this.#result.catch(() => {});
  }

  /** Adds an event; after the last one, does nothing. */
  push(event: T): void {
    if (this.#ended) return;
    this.#queue.push(event);
    const last = this.#resultOf(event);
    if (last) this.end(last.result);
    else this.#wake();
  }

  /** No event will follow. Only the first result counts. */
  end(result: R): void {
    this.#ended = true;
    this.#settle.resolve(result);
    this.#wake();
  }

  /** The run broke off: who iterates, and who waits for the result, gets the error, after the events before it. */
  fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = { error };
    this.#settle.reject(error);
    this.#wake();
  }

  result(): Promise<R> {
    return this.#result;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#taken < this.#queue.length) yield this.#take();
      if (this.#failure) throw this.#failure.error;
      if (this.#ended) return;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  #take(): T {
    const event = this.#queue[this.#taken++] as T;
    // Half a queue is dropped at a time: moving the rest up for each event would cost as much as is left.
    if (this.#taken * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#taken);
      this.#taken = 0;
    }
    return event;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
