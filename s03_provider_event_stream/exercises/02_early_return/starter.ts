import { errorText } from "#s03/errors.ts";
import type { Provider, ProviderEvent, ProviderRequest } from "#s03/provider.ts";

/** `streamReply` of s03 with one fault: it got shorter, and every case still prints the same. */
export async function* streamReply(provider: Provider, request: ProviderRequest): AsyncGenerator<ProviderEvent> {
  let started = false;
  let problem = "stream ended without message_end";
  try {
    for await (const event of provider.stream(request)) {
      if (!started) yield { type: "message_start" };
      started = true;
      if (event.type === "message_start") continue;
      yield event;
      if (event.type === "message_end") return;
    }
  } catch (error) {
    problem = errorText(error);
  }
  if (!started) yield { type: "message_start" };
  yield { type: "message_end", stopReason: "error", errorMessage: problem };
}
