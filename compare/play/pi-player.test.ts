import { beforeAll, expect, it } from "vitest";
import { call, text, thinking } from "../../shared/script.ts";
import { REAL_PI } from "../references/fixture.ts";
import { done, echo, heard, says, tool } from "../scenarios/props.ts";
import { loadPi, playOnPi, type PiModules } from "./pi-player.ts";
import type { Scenario } from "./scenario.ts";

let pi: PiModules;
beforeAll(async () => {
  pi = await loadPi(REAL_PI);
});

const play = (more: Omit<Scenario, "name" | "shows" | "evidence">) =>
  playOnPi(pi, { name: "toy", shows: "", evidence: "", ...more });

it("waits for what tools and hooks promise", async () => {
  const script = says(call("call-1", "slow"));
  const at = (run: () => string | Promise<string>, changed: { isError: boolean } | Promise<{ isError: boolean }>) =>
    play({ ...script, tools: [tool("slow", run)], hooks: { before: () => undefined, after: () => changed } });
  const atOnce = await at(() => "hi", { isError: true });
  expect(await at(async () => "hi", Promise.resolve({ isError: true }))).toEqual(atOnce);
  expect(atOnce.find(({ key }) => key === "tool_execution_end call-1")?.data).toMatchObject({ isError: true });
});

it("shows an after hook the whole result, and lets it replace the content", async () => {
  const shot = tool("shot", () => ({ content: [{ type: "text", text: "a" }], details: { width: 1 } }));
  const lines = await play({
    ...says(call("call-1", "shot")),
    tools: [shot],
    hooks: {
      after(_call, { content, details }, _world, say) {
        say("after", JSON.stringify({ content, details }));
        return { content: [...content, { type: "text", text: "b" }] };
      },
    },
  });
  expect(lines.find(({ key }) => key === "[after]")?.data["text"]).toBe(
    '{"content":[{"type":"text","text":"a"}],"details":{"width":1}}',
  );
  expect(lines.find(({ key }) => key === "transcript 3 toolResult call-1")?.data["content"]).toHaveLength(2);
});

it("begins with the messages that were kept", async () => {
  const lines = await play({
    kept: [
      { role: "user", content: "复读 hi" },
      {
        role: "assistant",
        content: [{ type: "toolCall", id: "old-1", name: "echo", arguments: { text: "hi" } }],
        stopReason: "toolUse",
      },
      {
        role: "toolResult",
        toolCallId: "old-1",
        toolName: "echo",
        content: [{ type: "text", text: "hi" }],
        isError: false,
      },
    ],
    inputs: ["还在吗？"],
    tools: [echo],
    script: [[heard]],
  });
  const request = lines.find(({ key }) => key === "request 1")?.data["messages"] as { role: string }[];
  expect(request.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "user"]);
  expect(lines.filter(({ kind }) => kind === "transcript").map(({ key }) => key)).toEqual([
    "transcript 1 user",
    "transcript 2 assistant",
    "transcript 3 toolResult old-1",
    "transcript 4 user",
    "transcript 5 assistant",
  ]);
});

it("lets a listener tell of every message of every run", async () => {
  const lines = await play({ ...says(call("call-1", "echo", { text: "hi" })), tools: [echo], listens: true });
  expect(lines.find(({ key }) => key === "[listener]")?.data["text"]).toBe("user → assistant → toolResult → assistant");
});

it("keeps thoughts that follow each other in one block, as it does texts", async () => {
  const lines = await play({ inputs: ["你好"], script: [[thinking("a"), thinking("b"), text("c"), text("d"), done]] });
  expect(lines.find(({ key }) => key === "transcript 2 assistant")?.data["content"]).toEqual([
    { type: "thinking", thinking: "ab" },
    { type: "text", text: "cd好了。" },
  ]);
  const edges = lines.filter(({ key }) => /_(start|end)$/.test(key) && key.startsWith("message_update"));
  expect(edges.map(({ key }) => key.replace("message_update ", ""))).toEqual([
    "thinking_start",
    "thinking_end",
    "text_start",
    "text_end",
  ]);
});
