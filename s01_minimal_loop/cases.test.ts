import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";

it("default answers from what was said before, forgetful cannot", async () => {
  expect((await playCase(chapter, "default")).trace).toContain("content: 你叫小林。");
  expect((await playCase(chapter, "forgetful")).trace).toContain("content: 我不知道");
});

it("error ends one run and not the next", async () => {
  const { shown } = await playCase(chapter, "error");
  const replies = shown.filter((item) => item.kind === "assistant").map((item) => item.message);
  expect(replies).toMatchObject([{ stopReason: "error", errorMessage: "connection reset" }, { stopReason: "stop" }]);
});
