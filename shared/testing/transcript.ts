import { expect } from "vitest";
import { textOf, type AnyContent } from "../content.ts";

/** A message of any chapter: its calls stand beside a string or, from s07 on, among its blocks. */
type AnyMessage = {
  role: string;
  content: AnyContent;
  toolCalls?: readonly { id: string }[];
  toolCallId?: string;
  isError?: boolean;
};
type Transcript = readonly AnyMessage[];

/** The order of a transcript in words: roles, with the ids that pair calls and results. */
export function shapeOf(messages: Transcript): string[] {
  return messages.map((message) =>
    [message.role, ...callIdsIn(message), ...(message.toolCallId === undefined ? [] : [message.toolCallId])].join(" "),
  );
}

/** What the tool results say, in order; from s07 on a failure is marked as the trace marks it. */
export function resultsIn(messages: Transcript): string[] {
  return messages
    .filter((message) => message.role === "toolResult")
    .map(({ content, isError }) => `${textOf(content)}${isError ? " (isError)" : ""}`);
}

/** Fails unless each call has exactly one result, in the order of the calls, right after the reply that made them. */
export function expectEachCallAnswered(messages: Transcript): void {
  const rest = [...messages];
  for (let message = rest.shift(); message; message = rest.shift()) {
    expect(message.role).not.toBe("toolResult");
    const ids = callIdsIn(message);
    expect(shapeOf(rest.splice(0, ids.length))).toEqual(ids.map((id) => `toolResult ${id}`));
  }
}

function callIdsIn({ content, toolCalls = [] }: AnyMessage): (string | undefined)[] {
  const calls = typeof content === "string" ? toolCalls : content.filter((block) => block.type === "toolCall");
  return calls.map((call) => call.id);
}
