/** Stands for an object that is described elsewhere: only which one it is, and what it is called, is written down. */
export class Mention {
  readonly of: object;
  readonly label: string;

  constructor(of: object, label: string) {
    this.of = of;
    this.label = label;
  }
}

/**
 * Writes down what it is told, one line each, so that two plays are the same when their lines are. Objects are numbered
 * in the order in which they come up: the number tells whether it is the object of before.
 */
export class Recorder {
  readonly lines: string[] = [];
  readonly #numbers = new Map<object, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(what: string, ...told: unknown[]): void {
    const line = told.map((one) => this.#describe(one, new Set())).join(" ");
    this.lines.push(`${this.#now()} ms ${what}${line && ` ${line}`}`);
  }

  #describe(value: unknown, within: Set<object>): string {
    if (value instanceof Mention) return `${this.#numberOf(value.of)}${value.label}`;
    if (typeof value === "function") return `${this.#numberOf(value)}function`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value);
    if (value instanceof AbortSignal) return value.aborted ? "aborted signal" : "open signal";
    if (value instanceof Error) return `${value.name}(${JSON.stringify(value.message)})`;
    const number = this.#numberOf(value);
    if (within.has(value)) return number;
    within.add(value);
    const text = number + this.#describeFields(value, within);
    within.delete(value);
    return text;
  }

  #describeFields(value: object, within: Set<object>): string {
    if (Array.isArray(value)) return `[${value.map((item: unknown) => this.#describe(item, within)).join(", ")}]`;
    const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${name}: ${this.#describe(field, within)}`).join(", ")}}`;
  }

  #numberOf(value: object): string {
    const known = this.#numbers.get(value);
    if (known !== undefined) return `#${known}`;
    this.#numbers.set(value, this.#numbers.size + 1);
    return `#${this.#numbers.size}`;
  }
}
