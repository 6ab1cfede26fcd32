import { expect } from "vitest";

/** A message of any chapter of Part I. */
type AnyMessage = {
  role: string;
  content: string;
  toolCalls?: readonly Call[];
  toolCallId?: string;
};
type Call = { id: string; name: string };
type Transcript = readonly AnyMessage[];

/** The order of a transcript in words: roles, with the ids that pair calls and results. */
export function shapeOf(messages: Transcript): string[] {
  return messages.map(({ role, toolCalls = [], toolCallId }) =>
    [role, ...toolCalls.map((call) => call.id), ...(toolCallId === undefined ? [] : [toolCallId])].join(" "),
  );
}

/** What the tool results say, in order. */
export function resultsIn(messages: Transcript): string[] {
  return messages.filter((message) => message.role === "toolResult").map((message) => message.content);
}

/** Fails unless each call has exactly one result, in the order of the calls, right after the reply that made them. */
export function expectEachCallAnswered(messages: Transcript): void {
  const rest = [...messages];
  for (let message = rest.shift(); message; message = rest.shift()) {
    expect(message.role).not.toBe("toolResult");
    const calls = message.toolCalls ?? [];
    const results = rest.splice(0, calls.length);
    expect(shapeOf(results)).toEqual(calls.map((call) => `toolResult ${call.id}`));
  }
}
