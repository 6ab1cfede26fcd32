import type { AssistantMessage } from "#s01/messages.ts";
import type { Provider, ProviderRequest } from "#s01/provider.ts";

/** Asks the provider once. Never rejects: a failure becomes a reply. `errorText` of `#s01/errors.ts` has words for it. */
export async function askProvider(provider: Provider, request: ProviderRequest): Promise<AssistantMessage> {
  return provider.complete(request);
}
