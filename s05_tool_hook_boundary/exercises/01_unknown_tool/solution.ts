/**
 * What `npm run s05` would print from the call to its result if the default case called `nope`, a tool that is not
 * there. The first two lines are given.
 */
export const trace: string[] = [
  "tool_call: nope",
  "[beforeToolCall]",
  "allow: nope",
  "[afterToolCall]",
  "nope -> error: Tool nope not found",
  "tool_result: checked: error: Tool nope not found",
];
