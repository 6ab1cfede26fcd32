import { describe, expect, it } from "vitest";
import type { Loop } from "./loops.ts";
import { growthOf, measureWorkload, quantile } from "./measure.ts";

describe("the growth of a cost", () => {
  it.each([
    ["constant", 0, () => 7],
    ["linear", 1, (size: number) => 3 * size],
    ["quadratic", 2, (size: number) => 5 * size ** 2],
  ])("is the exponent: %s", (_, exponent, costOf) => {
    expect(growthOf([10, 100, 1_000].map((size) => [size, costOf(size)]))).toBeCloseTo(exponent);
  });

  it("is below 1 while a fixed cost weighs in", () => {
    const growth = growthOf([10, 100, 1_000].map((size) => [size, 500 + size]));
    expect(growth).toBeGreaterThan(0);
    expect(growth).toBeLessThan(0.5);
  });
});

describe("a quantile", () => {
  it("does not depend on the order", () => {
    expect([0, 0.25, 0.5, 0.75, 1].map((part) => quantile([3, 1, 2, 4], part))).toEqual([1, 2, 3, 4, 4]);
  });
});

describe("a measurement", () => {
  /** A loop that only says who it is. */
  const named = (name: string) => ({ runAgentLoop: name }) as unknown as Loop;

  it("takes turns, so that what changes on the way hits both sides alike", async () => {
    const heard: string[] = [];
    const burn = (loop: Loop) => {
      heard.push(String(loop.runAgentLoop));
      const until = performance.now() + 2;
      while (performance.now() < until);
      return Promise.resolve();
    };
    const workload = { id: "w", name: "w", sizes: [1], prepare: () => burn };
    const effort = { rounds: 4, block: 100, budget: 1_000_000 };
    const { rows } = await measureWorkload({ s15: named("s15"), Pi: named("Pi") }, workload, effort);
    expect(heard.slice(-16)).toEqual(Array.from({ length: 4 }, () => ["s15", "Pi", "Pi", "s15"]).flat());
    expect(rows).toMatchObject([{ size: 1, cost: { s15: expect.any(Number), Pi: expect.any(Number) } }]);
    expect(rows[0]?.cost.s15).toBeGreaterThan(0);
  });
});
