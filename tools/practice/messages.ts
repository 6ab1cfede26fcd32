import type { Readable } from "node:stream";

/** Characters; what is longer is nobody's message. */
const LONGEST = 1_000_000;

/**
 * Calls `hear` with each message that comes as a line of JSON. What is no message is passed over: an answer can write to
 * any file descriptor that its process has.
 */
export function hearMessages(from: Readable, hear: (message: unknown) => void): void {
  let rest = "";
  from.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(-LONGEST);
    for (const line of lines) {
      const message = parse(line);
      if (message !== undefined) hear(message);
    }
  });
}

/** A message as `hearMessages` takes it. Begins a line of its own, in case somebody left one unfinished. */
export function messageLine(message: object): string {
  return `\n${JSON.stringify(message)}\n`;
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
