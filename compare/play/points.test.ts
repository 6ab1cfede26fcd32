import { expect, it } from "vitest";
import type { Line } from "./line.ts";
import { missedPoints } from "./points.ts";
import type { Scenario } from "./scenario.ts";

const lines: Line[] = ["request 1", "tool_execution_start call-1", "tool_execution_end call-1"].map((key) => ({
  key,
  kind: "event",
  data: { about: `data of ${key}` },
  turn: 1,
}));

function missed(points: Pick<Scenario, "evidence" | "inOrder" | "absent">): string[] {
  return missedPoints({ name: "x", shows: "", inputs: [], script: [], ...points }, lines);
}

it("looks for the evidence in keys and in data", () => {
  expect(missed({ evidence: "tool_execution_end call-1" })).toEqual([]);
  expect(missed({ evidence: 'call-1 {"about":"data of tool_execution_end' })).toEqual([]);
  expect(missed({ evidence: "call-2" })).toEqual(["trace 里没有 call-2"]);
});

it("asks for lines in their order, each on a line of its own", () => {
  const evidence = "request 1";
  expect(missed({ evidence, inOrder: ["request", "call-1", "call-1"] })).toEqual([]);
  expect(missed({ evidence, inOrder: ["call-1", "call-1", "call-1"] })).toHaveLength(1);
  expect(missed({ evidence, inOrder: ["tool_execution_end", "tool_execution_start"] })[0]).toContain(
    "没有 tool_execution_start",
  );
});

it("refuses a trace that shows what must be absent", () => {
  expect(missed({ evidence: "request 1", absent: "request 2" })).toEqual([]);
  expect(missed({ evidence: "request 1", absent: "call-1" })).toEqual(["trace 里不该有 call-1"]);
});

it("wants every piece of evidence, and takes nothing for none", () => {
  expect(missed({ evidence: ["request 1", "call-1"] })).toEqual([]);
  expect(missed({ evidence: ["request 1", "call-2"] })).toEqual(["trace 里没有 call-2"]);
  const empty: Parameters<typeof missed>[0][] = [
    { evidence: "" },
    { evidence: [] },
    { evidence: "request 1", inOrder: [""] },
    { evidence: "request 1", absent: "" },
  ];
  for (const points of empty) expect(missed(points)).toEqual([expect.stringContaining("空的")]);
});
