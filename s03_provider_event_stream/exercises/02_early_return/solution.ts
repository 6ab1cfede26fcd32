import { errorText } from "#s03/errors.ts";
import type { Provider, ProviderEvent, ProviderRequest } from "#s03/provider.ts";

/** `streamReply` of s03: a reply that has its end gets no second one. */
export async function* streamReply(provider: Provider, request: ProviderRequest): AsyncGenerator<ProviderEvent> {
  let started = false;
  let ended = false;
  let problem = "stream ended without message_end";
  try {
    for await (const event of provider.stream(request)) {
      if (!started) yield { type: "message_start" };
      started = true;
      if (event.type === "message_start") continue;
      ended = event.type === "message_end";
      yield event;
      if (ended) return;
    }
  } catch (error) {
    // Leaving the stream makes the provider close it, and that can fail too.
    if (ended) return;
    problem = errorText(error);
  }
  if (!started) yield { type: "message_start" };
  yield { type: "message_end", stopReason: "error", errorMessage: problem };
}
