import { expect } from "vitest";

/** A sink that takes its time over each event. */
export function slowSink() {
  const told: string[] = [];
  const heard: string[] = [];
  const early: string[] = [];
  const emit = async ({ type }: { type: string }): Promise<void> => {
    if (heard.length < told.length) early.push(type);
    told.push(type);
    await new Promise((resolve) => setImmediate(resolve));
    heard.push(type);
  };
  /** Fails unless each event was told only when the one before had been heard, and `last` was heard, too. */
  const expectHeardInTurn = (last: string) => {
    expect(early).toEqual([]);
    expect(heard).toEqual(told);
    expect(heard.at(-1)).toBe(last);
  };
  return { emit, expectHeardInTurn };
}
