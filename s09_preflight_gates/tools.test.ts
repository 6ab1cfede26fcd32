import { describe, expect, it } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import { createErrorToolResult, createToolResultMessage, type AgentToolResult } from "./tools.ts";

const toolCall = { type: "toolCall" as const, id: "1", name: "echo", arguments: {} };
const messageOf = (result: AgentToolResult, isError = false) => createToolResultMessage({ toolCall, result, isError });

describe("the result of a call as a message", () => {
  it("is paired with the call, says which tool, when, and whether it failed", () => {
    const before = Date.now();
    const message = messageOf(saying("heard", { calls: 1 }), true);
    expect(message).toEqual({
      role: "toolResult",
      toolCallId: "1",
      toolName: "echo",
      ...saying("heard", { calls: 1 }),
      isError: true,
      timestamp: expect.any(Number),
    });
    expect(message.timestamp).toBeGreaterThanOrEqual(before);
  });

  it("holds what the tool returned, not a copy: who changes one changes the other", () => {
    const result = saying("heard", { calls: 1 });
    const message = messageOf(result);
    expect(message.content).toBe(result.content);
    expect(message.details).toBe(result.details);
  });

  it("carries what the tool used, and new tools when there are any", () => {
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
    const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost };
    expect(messageOf({ ...saying(""), usage, addedToolNames: ["b"] })).toMatchObject({ usage, addedToolNames: ["b"] });
    expect(messageOf({ ...saying(""), addedToolNames: [] })).not.toHaveProperty("addedToolNames");
  });

  it("has content, though the tool gave none", () => {
    expect(messageOf({ details: {} } as AgentToolResult)).toMatchObject({ content: [], details: {} });
  });
});

it("an error result says what went wrong, and nothing else", () => {
  expect(createErrorToolResult("disk full")).toEqual(saying("disk full"));
});
