import * as fc from "fast-check";
import { Type } from "typebox";
import { expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { anyScript } from "../shared/testing/any-script.ts";
import { scriptedStream } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered } from "../shared/testing/transcript.ts";
import { runAgentLoop } from "./agent-loop.ts";
import { newest, toLlm } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage } from "./context.ts";
import type { AgentEvent } from "./events.ts";
import type { Message } from "./messages.ts";
import type { AgentTool } from "./tools.ts";
import { stopAfterTurns, takeSnapshot } from "./turn-policies.ts";

const tool = (name: string, execute: AgentTool["execute"]): AgentTool => ({
  name,
  label: name,
  description: "",
  parameters: Type.Object({}),
  execute,
});
const tools = [tool("works", async () => saying("done")), tool("fails", () => Promise.reject(new Error("disk full")))];

const anyPolicies = fc.record({
  window: fc.option(fc.integer({ min: 1, max: 5 })),
  keeps: fc.option(fc.integer({ min: 1, max: 5 })),
  turns: fc.integer({ min: 1, max: 6 }),
  notices: fc.array(fc.boolean(), { maxLength: 6 }),
});

it("whatever is chosen, replaced and put in between: what is sent is paired, what is kept is whole", async () => {
  const scripts = anyScript([...tools.map(({ name }) => name), "does not exist"]);
  await fc.assert(
    fc.asyncProperty(scripts, anyPolicies, async (script, { window, keeps, turns, notices }) => {
      const caller: AgentContext = { systemPrompt: "", messages: [], tools };
      const left = [...notices];
      const config: AgentLoopConfig = {
        model: stageModel("model-a"),
        convertToLlm: toLlm,
        ...(window !== null && { transformContext: async (messages) => newest(messages, window) }),
        prepareNextTurn({ context: { messages } }) {
          return {
            context: { ...takeSnapshot(caller), messages: keeps === null ? messages : newest(messages, keeps) },
          };
        },
        shouldStopAfterTurn: stopAfterTurns(turns),
        getSteeringMessages: async () =>
          left.shift() ? [{ role: "notice", content: "dark mode", timestamp: Date.now() }] : [],
      };
      const { requests, streamFn } = scriptedStream(script);
      const heard: AgentMessage[] = [];
      const emit = (event: AgentEvent) => void (event.type === "message_end" && heard.push(event.message));
      const prompts = [userMessage("go")];
      const added = await runAgentLoop(prompts, takeSnapshot(caller), config, emit, undefined, streamFn);

      expect(requests.length).toBeLessThanOrEqual(turns);
      for (const { messages } of requests) {
        expectEachCallAnswered(messages as Message[]);
        expect(messages.filter(({ role }) => role === "notice")).toEqual([]);
      }
      expect(added).toEqual(heard);
      const failed = (message: AgentMessage) => message.role === "assistant" && message.stopReason === "error";
      expectEachCallAnswered(added.filter((message) => !failed(message)));
      expect(added.filter(({ role }) => role === "notice").length).toBe(
        notices.slice(0, notices.length - left.length).filter(Boolean).length,
      );
      expect(caller).toEqual({ systemPrompt: "", messages: [], tools });
    }),
  );
});

it("newest keeps the end of a paired transcript, paired, and at least as much as asked for", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 6 }), fc.nat({ max: 20 }), (turns, count) => {
      const messages = turns.flatMap((calls, turn) => transcriptOf(turn, calls));
      const kept = newest(messages, count);
      expect(kept).toEqual(messages.slice(messages.length - kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(count, messages.length));
      expectEachCallAnswered(kept as Message[]);
    }),
  );
});

/** An input, a reply with so many calls, and their results. */
function transcriptOf(turn: number, calls: number): AgentMessage[] {
  const ids = Array.from({ length: calls }, (_, index) => `${turn}-${index}`);
  const reply = {
    role: "assistant",
    content: ids.map((id) => ({ type: "toolCall", id, name: "works", arguments: {} })),
  };
  const results = ids.map((toolCallId) => ({ role: "toolResult", toolCallId, toolName: "works", content: [] }));
  return [userMessage("go"), reply as unknown as AgentMessage, ...(results as unknown as AgentMessage[])];
}
