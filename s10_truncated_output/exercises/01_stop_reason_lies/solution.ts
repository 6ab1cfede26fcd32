/** What the case `salvage` prints of a reply that is cut off when the provider calls it finished. */
export const trace: string[] = [
  "[screen]",
  '{"path":"log.md"}',
  "[screen]",
  '{"path":"log.md","content":"端口 80"}',
  "[screen]",
  '{"path":"log.md","content":"端口 8080","append":true}',
  'tool_execution_start: write {"path":"log.md","content":"端口 8080","append":true}',
  "[write]",
  "log.md << 端口 8080",
  "tool_execution_end: write 已写入 log.md",
];
