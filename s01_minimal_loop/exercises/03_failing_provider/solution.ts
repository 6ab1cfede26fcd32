import { errorText } from "#s01/errors.ts";
import type { AssistantMessage } from "#s01/messages.ts";
import type { Provider, ProviderRequest } from "#s01/provider.ts";

/** Asks the provider once. Never rejects: a failure becomes a reply. */
export async function askProvider(provider: Provider, request: ProviderRequest): Promise<AssistantMessage> {
  try {
    // Without `await` the rejection would leave past the catch.
    return await provider.complete(request);
  } catch (error) {
    return { role: "assistant", content: "", stopReason: "error", errorMessage: errorText(error) };
  }
}
