/**
 * What `npm run s08` would print if the first reply of the default case made a second call, call-2, to `current_time`:
 * from the first `toolcall_end` to `turn_end`, without the lines of `toolcall_start` and `toolcall_delta`. The first two are given, the others are yours.
 */
export const trace: string[] = [
  "message_update: toolcall_end current_time",
  "tool_execution_start: current_time",
  // ...
];
