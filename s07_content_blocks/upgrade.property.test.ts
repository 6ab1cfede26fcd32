import * as fc from "fast-check";
import { expect, it } from "vitest";
import { textOf } from "../shared/content.ts";
import { expectEachCallAnswered, shapeOf } from "../shared/testing/transcript.ts";
import { upgradeTranscript, type OldMessage } from "./upgrade.ts";

const anyCall = fc.record({
  // Few ids, so that they come again.
  id: fc.constantFrom("call-1", "call-2", "call-3"),
  name: fc.string({ minLength: 1 }),
  arguments: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
});
const anyResult = fc.oneof(
  fc.string(),
  fc.string().map((text) => `error: ${text}`),
  fc.string().map((text) => `blocked: ${text}`),
);

/** One reply of s06 with a result for each of its calls; the list of calls is absent when there are none. */
const anyTurn = fc
  .record({
    content: fc.string(),
    end: fc.constantFrom({ stopReason: "stop" as const }, { stopReason: "error" as const, errorMessage: "reset" }),
    answered: fc.array(fc.tuple(anyCall, anyResult), { maxLength: 3 }),
  })
  .map(({ content, end, answered }): OldMessage[] => [
    {
      role: "assistant",
      content,
      ...end,
      ...(answered.length > 0 && { toolCalls: answered.map(([call]) => call) }),
    },
    ...answered.map(([{ id }, said]) => ({ role: "toolResult" as const, toolCallId: id, content: said })),
  ]);
const anyInput = fc.string().map((content): OldMessage[] => [{ role: "user", content }]);
const anyTranscript = fc.array(fc.oneof(anyInput, { arbitrary: anyTurn, weight: 3 })).map((parts) => parts.flat());

const callsOf = (message: OldMessage) => (message.role === "assistant" ? (message.toolCalls ?? []) : []);

it("keeps every message in its place, every text and every pair of call and result", () => {
  fc.assert(
    fc.property(anyTranscript, (old) => {
      const before = structuredClone(old);
      const upgraded = upgradeTranscript(old);

      expect(old).toEqual(before);
      expect(shapeOf(upgraded)).toEqual(shapeOf(old));
      expectEachCallAnswered(upgraded);
      expect(upgraded.map((message) => textOf(message.content))).toEqual(old.map((message) => message.content));

      const blocks = upgraded.flatMap((message) => (message.role === "assistant" ? message.content : []));
      const calls = old.flatMap(callsOf);
      const asked = calls.map((call) => ({ type: "toolCall", ...call }));
      expect(blocks.filter((block) => block.type === "toolCall")).toEqual(asked);
      const answered = upgraded.flatMap((message) => (message.role === "toolResult" ? [message.toolName] : []));
      expect(answered).toEqual(calls.map((call) => call.name));
    }),
  );
});
