/**
 * The case `salvage`, with a reply that is cut off and a provider that calls it finished:
 *
 *     fragments("call-1", "write", ['{"path":"log.md","con', 'tent":"端口 80', '80","append":t']), end("stop")
 *
 * What is printed up to `tool_execution_end`: each piece on the screen, then what becomes of the call, without the lines
 * that begin with `message_`? The first two lines are given, the others are yours. (`write` prints the path, `<<` when it
 * appends and `<-` when it does not, and the content.)
 */
export const trace: string[] = [
  "[screen]",
  '{"path":"log.md"}',
  // ...
];
