/** What the case `blocked` prints of the two calls when its before hook answers as s08 wanted it. */
export const trace: string[] = [
  'tool_execution_start: delete {"path":"/home/me"}',
  "tool_execution_end: delete Tool delete not found (isError)",
  'tool_execution_start: remove {"path":"/home/me"}',
  "[beforeToolCall]",
  "remove /home/me：拦下",
  "[remove]",
  "rm -rf /home/me",
  "[afterToolCall]",
  "remove",
  "tool_execution_end: remove 已删除 /home/me",
];
