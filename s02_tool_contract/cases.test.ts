import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";

it("default shows the spec to the provider and runs the handler by hand", async () => {
  const { trace, provider } = await playCase(chapter, "default");
  expect(provider?.requests[0]?.tools).toEqual([{ name: "current_time", description: "现在的日期和时间" }]);
  expect(trace).toContain("current_time -> 2026-01-01 09:00");
});

it("duplicate says so, and the first tool answers", async () => {
  const { trace } = await playCase(chapter, "duplicate");
  expect(trace).toContain("Tool current_time is already registered");
  expect(trace).not.toContain("另一个时钟");
});

it("leak shows no key, to the provider or to the reader", async () => {
  const { shown, provider } = await playCase(chapter, "leak");
  expect(JSON.stringify([shown, provider?.requests])).not.toContain("sk-secret");
});

it("lost-half loses all that had been said", async () => {
  const { trace } = await playCase(chapter, "lost-half");
  expect(trace).toContain("errorMessage: connection reset");
  expect(trace).not.toContain("北京是");
});
