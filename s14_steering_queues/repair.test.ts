import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { userMessage } from "../shared/props.ts";
import { resultsIn, shapeOf } from "../shared/testing/transcript.ts";
import type { AssistantMessage, Message, StopReason, ToolResultMessage } from "./messages.ts";
import { repairToolResults } from "./repair.ts";

const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
const user = (text: string): Message => userMessage(text);
const reply = (ids: string[], stopReason: StopReason = "toolUse", args: unknown = {}): AssistantMessage => ({
  role: "assistant",
  content: ids.map((id) => ({
    type: "toolCall",
    id,
    name: `tool of ${id}`,
    arguments: args as Record<string, unknown>,
  })),
  api: "scripted",
  provider: "scripted",
  model: "model-a",
  usage: { ...usage, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } },
  stopReason,
  timestamp: 7,
});
const result = (toolCallId: string, text = "done"): ToolResultMessage => ({
  role: "toolResult",
  toolCallId,
  toolName: `tool of ${toolCallId}`,
  content: [{ type: "text", text }],
  isError: false,
  timestamp: 8,
});

describe("a call without a result", () => {
  it("gets an error result, after those that are there and before anything else", () => {
    const repaired = repairToolResults([user("go"), reply(["a", "b", "c"]), result("a"), user("and now?")]);
    expect(shapeOf(repaired)).toEqual([
      "user",
      "assistant a b c",
      "toolResult a",
      "toolResult b",
      "toolResult c",
      "user",
    ]);
    expect(resultsIn(repaired)).toEqual(["done", "No result provided (isError)", "No result provided (isError)"]);
    expect(repaired[3]).toMatchObject({ toolName: "tool of b", timestamp: 7 });
  });

  it("gets one at the very end, too, and when another reply follows", () => {
    expect(shapeOf(repairToolResults([reply(["a"]), reply(["b"])]))).toEqual([
      "assistant a",
      "toolResult a",
      "assistant b",
      "toolResult b",
    ]);
  });

  it.each(["error", "aborted"] as const)("also in a reply that is %s: the reply stays", (stopReason) => {
    expect(shapeOf(repairToolResults([reply(["a"], stopReason), user("again")]))).toEqual([
      "assistant a",
      "toolResult a",
      "user",
    ]);
  });

  it("is the later one of two that share an id, when one is answered", () => {
    const twice = reply(["a", "a"]);
    const [first, second] = twice.content;
    const content = [
      { ...first, name: "one" },
      { ...second, name: "two" },
    ] as AssistantMessage["content"];
    expect(repairToolResults([{ ...twice, content }, result("a")])[2]).toMatchObject({ toolName: "two" });
  });

  it("is told apart from another call with its id, in one reply and in the next", () => {
    expect(resultsIn(repairToolResults([reply(["a", "a"]), result("a"), user("go on"), reply(["a"])]))).toEqual([
      "done",
      "No result provided (isError)",
      "No result provided (isError)",
    ]);
  });
});

describe("a result without a call", () => {
  it("is left out: a second answer, one that comes too late, one that nobody asked for", () => {
    const messages = [result("x"), reply(["a"]), result("a"), result("a", "again"), user("go on"), result("a", "late")];
    const repaired = repairToolResults(messages);
    expect(shapeOf(repaired)).toEqual(["assistant a", "toolResult a", "user"]);
    expect(resultsIn(repaired)).toEqual(["done"]);
  });
});

describe("arguments that never came", () => {
  it.each([null, undefined, "{", 3, []])("%j becomes {}, beside a call that keeps its own", (args) => {
    const whole = reply(["b"], "length", { path: "b.ts" });
    const cut = reply(["a"], "length", args);
    const [repaired] = repairToolResults([{ ...cut, content: [...cut.content, ...whole.content] }]);
    const left = (repaired as AssistantMessage).content.map((block) => "arguments" in block && block.arguments);
    expect(left).toEqual([{}, { path: "b.ts" }]);
  });
});

it("copies what it changes, and changes nothing that it was given", () => {
  const messages = [reply(["a"], "length", null), user("go on")];
  const before = structuredClone(messages);
  const repaired = repairToolResults(messages);
  expect(messages).toEqual(before);
  expect(repaired[0]).not.toBe(messages[0]);
  expect(repaired[2]).toBe(messages[1]);
});

it("gives back a list that needs no repair as it was, message by message", () => {
  const whole = [user("go"), reply(["a", "b"]), result("a"), result("b"), reply([], "stop")];
  const repaired = repairToolResults(whole);
  expect(repaired).not.toBe(whole);
  expect(repaired.every((message, index) => message === whole[index])).toBe(true);
  expect(repaired).toHaveLength(whole.length);
});

describe("any list of messages", () => {
  const anyId = fc.constantFrom("a", "b", "c");
  const anyMessage: fc.Arbitrary<Message> = fc.oneof(
    fc.constant(user("go on")),
    fc
      .tuple(fc.array(anyId, { maxLength: 4 }), fc.constantFrom<StopReason>("toolUse", "length", "error", "aborted"))
      .map(([ids, stopReason]) => reply(ids, stopReason)),
    anyId.map((id) => result(id)),
  );
  const anyList = fc.array(anyMessage, { maxLength: 12 });

  it("has, once repaired, one result for each call, right after its reply, and no other", () => {
    fc.assert(
      fc.property(anyList, (messages) => {
        const rest = repairToolResults(messages);
        for (let message = rest.shift(); message; message = rest.shift()) {
          expect(message.role).not.toBe("toolResult");
          const ids = shapeOf([message])[0]?.split(" ").slice(1) ?? [];
          const answers = rest.splice(0, ids.length);
          expect(answers.map((one) => (one.role === "toolResult" ? one.toolCallId : one.role)).toSorted()).toEqual(
            ids.toSorted(),
          );
        }
      }),
    );
  });

  it("keeps what was said, in its order, and is not changed by a second repair", () => {
    fc.assert(
      fc.property(anyList, (messages) => {
        const repaired = repairToolResults(messages);
        const said = (list: Message[]) => list.filter(({ role }) => role !== "toolResult");
        expect(said(repaired)).toEqual(said(messages));
        expect(repairToolResults(repaired)).toEqual(repaired);
      }),
    );
  });
});
