import { expect, it } from "vitest";
import { nearNames } from "./near.ts";

const NAMES = ["prepareToolCall", "PreparedToolCall", "prepareToolCallArguments", "runLoop", "Tool", "runAgentLoop"];

it("offers what differs by a few letters first, whatever their case", async () => {
  expect(await nearNames("preparetoolcal", NAMES)).toEqual([
    "prepareToolCall",
    "PreparedToolCall",
    "prepareToolCallArguments",
  ]);
});

it("offers names that contain what was written", async () => {
  expect(await nearNames("loop", NAMES)).toEqual(["runLoop", "runAgentLoop"]);
});

it("offers nothing when nothing is near", async () => {
  expect(await nearNames("zebra", NAMES)).toEqual([]);
  expect(await nearNames("x", NAMES)).toEqual([]);
});
