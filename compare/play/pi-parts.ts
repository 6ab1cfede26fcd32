import type { AssistantMessage, AssistantMessageEvent } from "@earendil-works/pi-ai";
import type { RequestView } from "../../shared/script.ts";
import type { ScenarioPart } from "./scenario.ts";

/**
 * Says one part of a reply in Pi's events and adds it to `message`. `next` is the part that follows, `seen` what a
 * text may quote, `partial` copies the message as far as it has come.
 */
export function* sayPart(
  part: ScenarioPart,
  message: AssistantMessage,
  next: ScenarioPart | undefined,
  seen: RequestView,
  partial: () => AssistantMessage,
): Generator<AssistantMessageEvent> {
  switch (part.type) {
    case "text":
      yield* sayDelta("text", typeof part.text === "string" ? part.text : part.text(seen), message, next, partial);
      break;
    case "thinking":
      yield* sayDelta("thinking", part.text, message, next, partial);
      break;
    case "call":
      yield* sayCall(part.id, part.name, [JSON.stringify(part.arguments)], part.arguments, message, partial);
      break;
    case "fragments":
      yield* sayCall(part.id, part.name, part.pieces, part.arguments, message, partial);
      break;
  }
}

/** Parts of one kind that follow each other are deltas of one block. */
function* sayDelta(
  kind: "text" | "thinking",
  delta: string,
  message: AssistantMessage,
  next: ScenarioPart | undefined,
  partial: () => AssistantMessage,
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

function* sayCall(
  id: string,
  name: string,
  pieces: string[],
  args: Record<string, unknown> | null,
  message: AssistantMessage,
  partial: () => AssistantMessage,
): Generator<AssistantMessageEvent> {
  const toolCall = { type: "toolCall" as const, id, name, arguments: {} as Record<string, unknown> };
  const contentIndex = message.content.push(toolCall) - 1;
  yield { type: "toolcall_start", contentIndex, partial: partial() };
  for (const delta of pieces) yield { type: "toolcall_delta", contentIndex, delta, partial: partial() };
  // A provider may hand over arguments that are null; the type says it cannot.
  toolCall.arguments = structuredClone(args) as Record<string, unknown>;
  yield { type: "toolcall_end", contentIndex, toolCall: structuredClone(toolCall), partial: partial() };
}
