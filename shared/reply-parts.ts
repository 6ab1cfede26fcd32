import { copyOf } from "./copy.ts";
import type { AssistantMessage, AssistantMessageEvent, ToolCall } from "./reply-messages.ts";
import type { Part, RequestView } from "./script.ts";

/** What a provider makes of the JSON text of a call's arguments, whole or as far as it has come; null is a broken one. */
export type ParseArguments = (text: string) => Record<string, unknown> | null;

/** A reply on its way. */
export type Saying = {
  /** Grows part by part. */
  message: AssistantMessage;
  /** Copies the message as far as it has come. */
  partial: () => AssistantMessage;
  /** What a text may quote. */
  seen: RequestView;
  parseArguments?: ParseArguments | undefined;
};

/**
 * Says one part of a reply in the events of Pi's stream protocol and adds it to the message; a part that is no content
 * says nothing. `next` is the part that follows. Throws when arguments are to be parsed and nothing parses them.
 */
export function* sayPart(
  part: Part<never>,
  next: Part<never> | undefined,
  saying: Saying,
): Generator<AssistantMessageEvent> {
  switch (part.type) {
    case "text":
      yield* sayDelta("text", typeof part.text === "string" ? part.text : part.text(saying.seen), next, saying);
      break;
    case "thinking":
      yield* sayDelta("thinking", part.text, next, saying);
      break;
    case "call":
      yield* sayCall(part, [JSON.stringify(part.arguments)], given(part.arguments), saying);
      break;
    case "fragments":
      yield* sayCall(part, part.pieces, readingOf(part, saying.parseArguments), saying);
      break;
  }
}

/** Parts of one kind that follow each other are deltas of one block. */
function* sayDelta(
  kind: "text" | "thinking",
  delta: string,
  next: Part<never> | undefined,
  { message, partial }: Saying,
): Generator<AssistantMessageEvent> {
  if (message.content.at(-1)?.type !== kind) {
    message.content.push(kind === "text" ? { type: kind, text: "" } : { type: kind, thinking: "" });
    yield { type: `${kind}_start`, contentIndex: message.content.length - 1, partial: partial() };
  }
  const contentIndex = message.content.length - 1;
  const content = extend(message.content[contentIndex], delta);
  yield { type: `${kind}_delta`, contentIndex, delta, partial: partial() };
  if (next?.type !== kind) yield { type: `${kind}_end`, contentIndex, content, partial: partial() };
}

/** Adds to a block of text or thinking; returns all that it says by then. */
function extend(block: AssistantMessage["content"][number] | undefined, delta: string): string {
  if (block?.type === "text") return (block.text += delta);
  if (block?.type === "thinking") return (block.thinking += delta);
  throw new Error(`a ${block?.type ?? "missing"} block has no deltas`);
}

/** What the arguments of a call are while their text arrives, and once it is whole. */
type Reading = { soFar: ParseArguments; whole: ParseArguments };

/** The script says what the arguments are; until the call is whole, nothing does. */
function given(args: Record<string, unknown> | null): Reading {
  return { soFar: () => ({}), whole: () => args };
}

function readingOf(
  { id, arguments: args }: Extract<Part<never>, { type: "fragments" }>,
  parse: ParseArguments | undefined,
): Reading {
  if (args !== undefined) return given(args);
  if (parse) return { soFar: parse, whole: parse };
  throw new Error(`剧本里的 ${id} 没有写参数，这个 case 又没有给 parseArguments：不知道这些片段是什么参数`);
}

function* sayCall(
  { id, name }: { id: string; name: string },
  pieces: readonly string[],
  { soFar, whole }: Reading,
  { message, partial }: Saying,
): Generator<AssistantMessageEvent> {
  const toolCall: ToolCall = { type: "toolCall", id, name, arguments: {} };
  const contentIndex = message.content.push(toolCall) - 1;
  yield { type: "toolcall_start", contentIndex, partial: partial() };
  let text = "";
  // A provider may hand over arguments that are null; the type says it cannot.
  const read = (reading: ParseArguments) => void (toolCall.arguments = copyOf(reading(text)) as ToolCall["arguments"]);
  for (const delta of pieces) {
    text += delta;
    read(soFar);
    yield { type: "toolcall_delta", contentIndex, delta, partial: partial() };
  }
  read(whole);
  yield { type: "toolcall_end", contentIndex, toolCall: copyOf(toolCall), partial: partial() };
}
