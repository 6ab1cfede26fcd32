import type { UserMessage } from "./reply-messages.ts";

/** What a play opens with, wherever it is played. */
export const STAGE_PROMPT = "你是一个简短的助手。";
export const STAGE_MODEL = "model-a";

/** A model that only the script knows. Pi: `Model` in pi-ai `types.ts`. */
export type StageModel = {
  id: string;
  name: string;
  api: string;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  input: ("text" | "image")[];
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number };
  contextWindow: number;
  maxTokens: number;
};

/** The scripted model of this name, as loops take one from s08 on. */
export function stageModel(id: string): StageModel {
  return {
    id,
    name: id,
    api: "scripted",
    provider: "scripted",
    baseUrl: "",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 10_000,
  };
}

/** What a user says, as loops take it from s08 on. */
export function userMessage(content: UserMessage["content"]): UserMessage {
  return { role: "user", content, timestamp: Date.now() };
}
