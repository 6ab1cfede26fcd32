import { test } from "vitest";
import { runMinimalLoop } from "#s01/loop.ts";
import { createState } from "#s01/state.ts";
import { answer, expectPrediction } from "#shared/practice.ts";
import { text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

test("the second request", async () => {
  const { secondRequest } = await answer<typeof import("./starter.ts")>();

  const state = createState();
  const provider = scripted([[text("记住了。")], [text("你叫小林。")]]);
  for (const input of ["我是小林", "我叫什么？"]) await runMinimalLoop(state, provider, input, () => {});

  const roles = provider.requests[1]?.messages.map((message) => (message as { role: string }).role) ?? [];
  expectPrediction(secondRequest, roles, {
    why: (role) =>
      role === "user" ? "每次输入都先记进 transcript，再发请求。" : "provider 自己说过的话，也要由 core 带回去。",
    read: "README.md「解决方案」里的两条规矩",
  });
});
