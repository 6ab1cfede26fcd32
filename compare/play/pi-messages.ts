import type { AgentMessage } from "@earendil-works/pi-agent-core";
import type { Message, Model } from "@earendil-works/pi-ai";
import { userMessage } from "../../shared/props.ts";
import type { KeptMessage } from "./scenario-messages.ts";

/** A message of an earlier run, as Pi would have kept it from this model. */
export function keptMessage(message: KeptMessage, { api, provider, id: model }: Model<string>): AgentMessage {
  if (message.role !== "assistant") return { ...message, timestamp: 0 };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  return { ...message, api, provider, model, usage, timestamp: 0 };
}

/** A message that consists of a text. */
export function textMessage({ role, text }: { role: "user" | "assistant"; text: string }): KeptMessage {
  if (role === "user") return { role, content: text };
  return { role, content: [{ type: "text", text }], stopReason: "stop" };
}

/** A message of the app's own kind, which the provider does not know. */
export function customMessage(content: string): AgentMessage {
  return { role: "custom", content, timestamp: 0 } as unknown as AgentMessage;
}

/** The app's own message reaches the provider as a user message. */
export function asLlmMessage(message: AgentMessage): Message {
  const { role, content } = message as unknown as { role: string; content: string };
  return role === "custom" ? userMessage(content) : (message as Message);
}
