import type { ProviderEvent } from "#s03/provider.ts";

/** What the provider sends, in order; then it throws "connection reset". */
export const sent: ProviderEvent[] = [
  { type: "text_delta", delta: "北京是" },
  { type: "message_start" },
  { type: "text_delta", delta: "" },
  { type: "text_delta", delta: "首都。" },
  { type: "message_end", stopReason: "stop" },
  { type: "text_delta", delta: "吗？" },
];

/**
 * The events that the loop tells of, one line each, as a trace prints them: "message_start", "text_delta: …",
 * "message_end: …"; then the reply: "content: …", "stopReason: …". The first line is given.
 */
export const lines: string[] = [
  "message_start",
  "text_delta: 北京是",
  "text_delta:",
  "text_delta: 首都。",
  "message_end: stop",
  "content: 北京是首都。",
  "stopReason: stop",
];
