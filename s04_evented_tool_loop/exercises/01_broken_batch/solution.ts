/**
 * What `npm run s04 -- --case broken-stream` would print if the reply called `clock`, a tool that is not there, then
 * `current_time`, and then broke off: the lines from `message_start` on, up to `[assistant]`; then the lines under
 * `[state]`. The first two are given.
 */
export const lines: string[] = [
  "message_start",
  "tool_call: clock",
  "tool_result: error: Tool clock not found",
  "tool_call: current_time",
  "tool_result: 2026-01-01 09:00",
  "message_end: error",
  "1 user: 现在几点？",
  "2 assistant error: <clock call-1> <current_time call-2> (connection reset)",
  "3 toolResult call-1: error: Tool clock not found",
  "4 toolResult call-2: 2026-01-01 09:00",
];
