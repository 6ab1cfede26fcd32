import { describe, expect, it } from "vitest";
import { holdTime } from "./clock.ts";

const BEGINNING = Date.UTC(2026, 0, 1, 9);
const real = Date.now;

describe("holdTime", () => {
  it("lets time be the stage's, in whole milliseconds, and gives back the real one", async () => {
    const clock = { now: 0 };
    const seen = await holdTime(clock, async () => {
      const first = Date.now();
      clock.now = 20.5;
      return [first, Date.now()];
    });
    expect(seen).toEqual([BEGINNING, BEGINNING + 20]);
    expect(Date.now).toBe(real);
  });

  it.each<[string, () => Promise<void>]>([
    ["rejects", () => Promise.reject(new Error("a bug"))],
    [
      "throws",
      () => {
        throw new Error("a bug");
      },
    ],
  ])("gives back the real time when the play %s", async (_, play) => {
    await expect(holdTime({ now: 0 }, play)).rejects.toThrow("a bug");
    expect(Date.now).toBe(real);
  });

  it("lets plays overlap, whichever ends first", async () => {
    let end: (() => void) | undefined;
    const first = holdTime({ now: 0 }, () => new Promise<void>((resolve) => (end = resolve)));
    const second = holdTime({ now: 7 }, async () => {
      end?.();
      await first;
      return Date.now();
    });
    expect(await second).toBe(BEGINNING + 7);
    expect(Date.now).toBe(real);
  });
});
