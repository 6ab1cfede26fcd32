import type { Message } from "./messages.ts";

/** What the core keeps between runs: the transcript. Only the loop writes it. Pi: `AgentContext.messages`. */
export type AgentState = { messages: Message[] };

export function createState(): AgentState {
  return { messages: [] };
}
