import { describe, expect, it } from "vitest";
import type { MeasuredWorkload } from "./measure.ts";
import { growthPicture } from "./picture.ts";
import { describeWorkloads } from "./table.ts";
import type { Workload } from "./workloads.ts";

const WORKLOAD: Workload = {
  id: "w",
  name: "一批 N 次调用",
  unit: "次",
  sizes: [10, 1_000],
  prepare: () => expect.fail(),
};
const MEASURED: MeasuredWorkload = {
  workload: WORKLOAD,
  growth: { s15: 0.987, Pi: 1.012 },
  rows: [
    { size: 10, cost: { s15: 45, Pi: 50 }, ratio: { low: 0.88, median: 0.9, high: 0.93 } },
    { size: 100, cost: { s15: 200, Pi: 200 }, ratio: { low: 0.98, median: 1.01, high: 1.1 } },
    { size: 1_000, cost: { s15: 21_000, Pi: 20_000 }, ratio: { low: 1.01, median: 1.05, high: 1.1 } },
  ],
};

describe("the table", () => {
  it("says what one costs, the ratio to Pi, and marks what is above it beyond doubt", () => {
    expect(describeWorkloads([MEASURED])).toBe(`一批 N 次调用：增长 s15 0.99，Pi 1.01
       N        s15 每次         Pi 每次   s15 比 Pi      中间一半
      10         4.50 µs         5.00 µs        0.90     0.88–0.93
     100         2.00 µs         2.00 µs        1.01     0.98–1.10
    1000           21 µs           20 µs        1.05     1.01–1.10   超过
`);
  });

  it("does not divide what has no unit", () => {
    const { unit: _, ...whole } = WORKLOAD;
    const said = describeWorkloads([{ ...MEASURED, workload: whole }]);
    expect(said).toContain("s15 每次运行");
    expect(said).toContain("21000 µs");
  });
});

describe("the picture", () => {
  it("shows a point for each size and each side, and how it was measured", () => {
    const picture = growthPicture([MEASURED], "某日 <某机>");
    expect(picture).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(picture.match(/<circle /g)).toHaveLength(6);
    expect(picture).toContain("一批 N 次调用");
    expect(picture).toContain("某日 &lt;某机&gt;");
  });
});
