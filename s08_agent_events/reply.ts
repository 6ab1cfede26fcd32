import type { Run } from "./context.ts";
import type { AssistantMessage, ToolCall } from "./messages.ts";
import type { AssistantMessageEventStream } from "./provider.ts";

/**
 * Asks for one reply and passes on its steps. The reply stands in the transcript from its first step on, and is whole
 * when this resolves. `onCall` is given each call as soon as it is complete; the stream waits for it.
 *
 * Rejects only when the stream function breaks its contract; Pi waits for ever for a reply that does not come.
 * Pi: `streamAssistantResponse` in `agent-loop.ts`.
 */
export async function streamAssistantResponse(
  { context, config, emit, signal, streamFn }: Run,
  onCall: (call: ToolCall) => Promise<void>,
): Promise<AssistantMessage> {
  const { systemPrompt, messages, tools } = context;
  const request = { systemPrompt, messages: await config.convertToLlm(messages), tools };
  const stream = await streamFn(config.model, request, { signal });

  let started = false;
  let ended = false;
  for await (const event of stream) {
    if (event.type === "done" || event.type === "error") {
      ended = true;
      break;
    }
    if (event.type === "start") {
      started = true;
      messages.push(event.partial);
      // A copy: the provider goes on writing into its own.
      await emit({ type: "message_start", message: { ...event.partial } });
    } else if (started) {
      messages[messages.length - 1] = event.partial;
      await emit({ type: "message_update", assistantMessageEvent: event, message: { ...event.partial } });
      if (event.type === "toolcall_end") await onCall(event.toolCall);
    }
  }

  const reply = await (ended ? stream.result() : resultAtOnce(stream));
  if (started) messages[messages.length - 1] = reply;
  else {
    messages.push(reply);
    await emit({ type: "message_start", message: { ...reply } });
  }
  await emit({ type: "message_end", message: reply });
  return reply;
}

/** A stream may end without a closing event, but not without a reply: whoever waited for that would wait for ever. */
function resultAtOnce(stream: AssistantMessageEventStream): Promise<AssistantMessage> {
  const missing = new Promise<never>((_, reject) => {
    setImmediate(() => reject(new Error("The stream ended without a reply")));
  });
  return Promise.race([stream.result(), missing]);
}
