/** One line of a trace in the vocabulary that both sides are brought into: Pi's. */
export type Line = {
  /** What the line is about; two lines with the same key are held against each other. */
  key: string;
  kind: "event" | "request" | "provider" | "note" | "transcript" | "breach";
  /** Compared field by field. */
  data: Record<string, unknown>;
  /** The request that was the newest when the line was traced; 0 before the first. */
  turn: number;
};

/** Collects the lines of one play and numbers their turns. */
export class LineTrace {
  readonly lines: Line[] = [];
  #turn = 0;

  constructor(onLine?: (line: Line) => void) {
    this.#onLine = onLine;
  }

  readonly #onLine: ((line: Line) => void) | undefined;

  /** Traces an event that is in Pi's vocabulary, or that Pi has no counterpart for. */
  event(event: { type: string } & Record<string, unknown>): void {
    this.#add(eventKey(event), "event", event);
  }

  /** What reached the provider. */
  request(request: object): void {
    this.#turn++;
    this.#add(`request ${this.#turn}`, "request", { ...request });
  }

  /** How a reply failed at the boundary: thrown, or told as an event. */
  failure(how: "thrown" | "event", message: string): void {
    this.#add("provider fails", "provider", { how, message });
  }

  /** What a hook, a tool or the world outside said. */
  note(from: string, text: string): void {
    this.#add(`[${from}]`, "note", { text });
  }

  /** The play broke off in a way that nobody was told of: it waits for ever, or a rejection reached nobody. */
  breach(how: "hangs" | "rejects unheard"): void {
    this.#add(`play ${how}`, "breach", {});
  }

  /** The transcript after the last run, message by message. */
  transcript(messages: readonly object[]): void {
    messages.forEach((message, index) => {
      const { role, toolCallId } = message as { role: string; toolCallId?: string };
      this.#add(`transcript ${index + 1} ${role}${toolCallId ? ` ${toolCallId}` : ""}`, "transcript", { ...message });
    });
  }

  #add(key: string, kind: Line["kind"], data: Record<string, unknown>): void {
    const line = { key, kind, data: withoutTimestamps(data), turn: this.#turn };
    this.lines.push(line);
    this.#onLine?.(line);
  }
}

function eventKey(event: { type: string } & Record<string, unknown>): string {
  const message = event["message"] as { role?: string; toolCallId?: string } | undefined;
  const update = event["assistantMessageEvent"] as { type: string; toolCall?: { id: string } } | undefined;
  const about = [
    update?.type,
    update ? update.toolCall?.id : message?.role,
    update ? undefined : (message?.toolCallId ?? event["toolCallId"]),
  ];
  return [event.type, ...about.filter((part) => typeof part === "string")].join(" ");
}

/** A copy of plain data without `timestamp` fields; functions are named, so that they do not vanish. */
function withoutTimestamps<T>(value: T): T {
  if (typeof value === "function") return "[function]" as T;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTimestamps(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name, field]) => name !== "timestamp" && field !== undefined);
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutTimestamps(field)])) as T;
}
