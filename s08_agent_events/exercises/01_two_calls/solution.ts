/**
 * What `npm run s08` would print if the first reply of the default case made a second call, call-2, to `current_time`:
 * from the first `toolcall_end` to `turn_end`, without the lines of `toolcall_start` and `toolcall_delta`. The first two are given.
 */
export const trace: string[] = [
  "message_update: toolcall_end current_time",
  "tool_execution_start: current_time",
  "tool_execution_end: current_time 2026-01-01 09:00",
  "message_update: toolcall_end current_time",
  "tool_execution_start: current_time",
  "tool_execution_end: current_time 2026-01-01 09:00",
  "message_end: assistant toolUse",
  "message_start: toolResult",
  "message_end: toolResult call-1",
  "message_start: toolResult",
  "message_end: toolResult call-2",
  "turn_end: 2 toolResults",
];
