import { expect, it } from "vitest";
import { holdTime } from "./clock.ts";
import { stageModel, userMessage } from "./props.ts";

it("makes a model that nobody else shares", () => {
  expect(stageModel("model-b")).toMatchObject({ id: "model-b", api: "scripted", provider: "scripted" });
  stageModel("model-b").cost.input = 7;
  expect(stageModel("model-b").cost.input).toBe(0);
});

it("makes a user's message of this moment", async () => {
  const message = await holdTime({ now: 5 }, async () => userMessage("hi"));
  expect(message).toEqual({ role: "user", content: "hi", timestamp: Date.UTC(2026, 0, 1, 9) + 5 });
});
