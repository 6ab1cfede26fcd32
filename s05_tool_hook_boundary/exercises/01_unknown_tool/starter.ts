/**
 * What `npm run s05` would print from the call to its result if the default case called `nope`, a tool that is not
 * there. The first line is given, the others are yours.
 */
export const trace: string[] = [
  "tool_call: nope",
  // ...
];
