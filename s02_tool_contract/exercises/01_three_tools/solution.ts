/**
 * Four lines that `npm run s02 -- --case duplicate` would print with the three tools of the task: the one under
 * `[register]`, the one that begins with `content:`, and the two under `[run by hand]`. The first is given.
 */
export const lines: string[] = [
  "Tool current_time is already registered",
  "content: 我看到了工具 current_time、weather，可以请你执行它。",
  "current_time -> 另一个时钟",
  "weather -> 北京：晴，26°C",
];
