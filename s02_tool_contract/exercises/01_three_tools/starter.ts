/**
 * Four lines that `npm run s02 -- --case duplicate` would print with the three tools of the task: the one under
 * `[register]`, the one that begins with `content:`, and the two under `[run by hand]`. The first is given.
 */
export const lines: string[] = [
  "Tool current_time is already registered",
  // ...
];
