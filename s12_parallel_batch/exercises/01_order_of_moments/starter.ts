/**
 * What happens in the case `preflight-holds` if its calls are 1: read big.log (300 ms), 2: read secret.txt (the user is
 * asked for 1000 ms, then 100 ms), 3: nope, a tool that is not there.
 *
 * Four words: `start 1` the handling of call 1 begins, `body 1` its tool begins, `end 1` its tool_execution_end, `result 1`
 * its result message. The first two are given, the others are yours.
 */
export const moments: string[] = [
  "start 1",
  "start 2",
  // ...
];
