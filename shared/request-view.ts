import { textOf, type AnyContent } from "./content.ts";
import type { RequestView } from "./script.ts";

/** A message of any chapter, as a provider reads it. */
export type AnyMessage = { role: string; content: AnyContent };

/** Any chapter's request: later chapters add fields, none removes one. */
export type AnyRequest = {
  messages: readonly AnyMessage[];
  tools?: readonly { name: string }[];
  model?: string;
  systemPrompt?: string;
};

/** Whoever makes a request may also write down that a field is not there. */
export type Loose<T> = { [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name] };

/** What a scripted text may quote of the request it answers. */
export function viewOf(request: Loose<AnyRequest>): RequestView {
  const messages = request.messages.map((message) => ({ role: message.role, text: textOf(message.content) }));
  return {
    messages,
    lastResult: messages.findLast((message) => message.role === "toolResult")?.text ?? "",
    toolNames: (request.tools ?? []).map((tool) => tool.name),
    model: request.model ?? "",
    systemPrompt: request.systemPrompt ?? "",
  };
}
