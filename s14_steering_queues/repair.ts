import type { AssistantMessage, Message, ToolResultMessage } from "./messages.ts";

/**
 * What may be sent of a transcript that an abort or a failure has left in pieces: each call is followed by its results
 * before anything else is said, and one that has none gets an error result. A result that answers no call is left out,
 * and arguments that never came become `{}`. Returns a new list; the transcript stays as it was.
 *
 * Stands at the request boundary: in `convertToLlm`, never in the loop.
 * Pi: `transformMessages` in pi-ai `api/transform-messages.ts`, which also drops replies that failed.
 */
export function repairToolResults(messages: readonly Message[]): Message[] {
  const repaired: Message[] = [];
  let open: OpenCalls | undefined;
  for (const message of messages) {
    if (message.role === "toolResult") {
      if (open?.answer(message)) repaired.push(message);
      continue;
    }
    repaired.push(...(open?.missingResults() ?? []));
    open = message.role === "assistant" ? new OpenCalls(message) : undefined;
    repaired.push(message.role === "assistant" ? withArguments(message) : message);
  }
  return [...repaired, ...(open?.missingResults() ?? [])];
}

/** The calls of one reply that no result has answered yet. */
class OpenCalls {
  readonly #calls: { id: string; name: string }[];
  readonly #timestamp: number;

  constructor({ content, timestamp }: AssistantMessage) {
    this.#calls = content.filter((block) => block.type === "toolCall");
    this.#timestamp = timestamp;
  }

  /** Whether there was a call that this result answers. */
  answer({ toolCallId }: ToolResultMessage): boolean {
    const at = this.#calls.findIndex(({ id }) => id === toolCallId);
    if (at >= 0) this.#calls.splice(at, 1);
    return at >= 0;
  }

  missingResults(): ToolResultMessage[] {
    return this.#calls.splice(0).map(({ id, name }) => ({
      role: "toolResult",
      toolCallId: id,
      toolName: name,
      content: [{ type: "text", text: "No result provided" }],
      isError: true,
      timestamp: this.#timestamp,
    }));
  }
}

/** A call that was cut off may have arguments that are no object; the type does not know. */
function withArguments(message: AssistantMessage): AssistantMessage {
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (message.content.every((block) => block.type !== "toolCall" || isObject(block.arguments))) return message;
  const content = message.content.map((block) =>
    block.type === "toolCall" && !isObject(block.arguments) ? { ...block, arguments: {} } : block,
  );
  return { ...message, content };
}
