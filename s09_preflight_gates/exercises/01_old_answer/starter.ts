/**
 * A before hook as s08 wanted it, moved to s09. It compiles:
 *
 *     async beforeToolCall({ toolCall, args }) {
 *       const { path } = args as { path: string };
 *       const outside = !path.startsWith("tmp/");
 *       note("beforeToolCall", `${toolCall.name} ${path}：${outside ? "拦下" : "放行"}`);
 *       return outside ? { type: "block", reason: "只能删 tmp/ 里的" } : { type: "allow" };
 *     }
 *
 * The case `blocked` has it in the place of its own; its after hook, which prints the name of the tool, stays. The model
 * calls `delete`, which is not there, then `remove`, both with the path `/home/me`. What is printed from the first
 * `tool_execution_start` to the last `tool_execution_end`, without the lines that begin with `message_`? The first
 * line is given, the others are yours.
 */
export const trace: string[] = [
  'tool_execution_start: delete {"path":"/home/me"}',
  // ...
];
