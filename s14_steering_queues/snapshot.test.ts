import { expect, it } from "vitest";
import type { AgentContext } from "./context.ts";
import { takeTurnSnapshot } from "./snapshot.ts";

const named = (name: string) => ({
  name,
  label: name,
  description: "",
  parameters: { type: "object" },
  execute: async () => ({ content: [], details: {} }),
});

it("keeps prompt and tools of now, whatever becomes of the caller's", () => {
  const [a, b] = [named("a"), named("b")];
  const caller: AgentContext = { systemPrompt: "be brief", messages: [], tools: [a] };
  const snapshot = takeTurnSnapshot(caller, []);
  caller.systemPrompt = "be long";
  caller.tools?.splice(0, 1, b);
  expect(snapshot).toEqual({ systemPrompt: "be brief", messages: [], tools: [a] });
  expect(takeTurnSnapshot(caller, [])).toEqual({ systemPrompt: "be long", messages: [], tools: [b] });
});

it("holds the run's transcript itself, not the caller's, and no tools when there are none", () => {
  const messages: AgentContext["messages"] = [];
  const snapshot = takeTurnSnapshot({ systemPrompt: "", messages: [] }, messages);
  expect(snapshot.messages).toBe(messages);
  expect(snapshot.tools).toEqual([]);
});
