/** What a play opens with, wherever it is played. */
export const STAGE_PROMPT = "你是一个简短的助手。";
export const STAGE_MODEL = "model-a";
