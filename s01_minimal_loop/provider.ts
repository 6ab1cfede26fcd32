import type { AssistantMessage, Message } from "./messages.ts";

/** Everything a provider is told. It keeps nothing between requests. Pi: `Context` in pi-ai `types.ts`. */
export type ProviderRequest = { messages: Message[] };

/** The model's side of the loop. Pi: `StreamFn` in `types.ts`. */
export type Provider = {
  /** Answers one request; rejects when no answer can be had. */
  complete(request: ProviderRequest): Promise<AssistantMessage>;
};
