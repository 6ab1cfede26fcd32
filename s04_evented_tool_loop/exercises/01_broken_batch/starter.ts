/**
 * What `npm run s04 -- --case broken-stream` would print if the reply called `clock`, a tool that is not there, then
 * `current_time`, and then broke off: the lines from `message_start` on, up to `[assistant]`; then the lines under
 * `[state]`. The first two are given, the others are yours.
 */
export const lines: string[] = [
  "message_start",
  "tool_call: clock",
  // ...
];
