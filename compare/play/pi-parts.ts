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
      yield* sayText(typeof part.text === "string" ? part.text : part.text(seen), message, next, partial);
      break;
    case "thinking": {
      const contentIndex = message.content.push({ type: "thinking", thinking: "" }) - 1;
      yield { type: "thinking_start", contentIndex, partial: partial() };
      message.content[contentIndex] = { type: "thinking", thinking: part.text };
      yield { type: "thinking_delta", contentIndex, delta: part.text, partial: partial() };
      yield { type: "thinking_end", contentIndex, content: part.text, partial: partial() };
      break;
    }
    case "call":
      yield* sayCall(part.id, part.name, [JSON.stringify(part.arguments)], part.arguments, message, partial);
      break;
    case "fragments":
      yield* sayCall(part.id, part.name, part.pieces, part.arguments, message, partial);
      break;
  }
}

/** Text parts that follow each other are deltas of one block. */
function* sayText(
  delta: string,
  message: AssistantMessage,
  next: ScenarioPart | undefined,
  partial: () => AssistantMessage,
): Generator<AssistantMessageEvent> {
  let block = message.content.at(-1);
  if (block?.type !== "text") {
    block = { type: "text", text: "" };
    message.content.push(block);
    yield { type: "text_start", contentIndex: message.content.length - 1, partial: partial() };
  }
  const contentIndex = message.content.length - 1;
  block.text += delta;
  yield { type: "text_delta", contentIndex, delta, partial: partial() };
  if (next?.type !== "text") yield { type: "text_end", contentIndex, content: block.text, partial: partial() };
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
