import type { Message } from "./messages.ts";

/** What the core keeps between runs. Only the loop writes the transcript. Pi: `AgentContext` and `AgentLoopConfig.model`. */
export type AgentState = {
  messages: Message[];
  systemPrompt: string;
  /** The model's name. */
  model: string;
};

export function createState(options: { systemPrompt: string; model: string }): AgentState {
  return { messages: [], ...options };
}
