/** What happens in the case `preflight-holds` if its calls are 1: read big.log, 2: read secret.txt, 3: nope. */
export const moments: string[] = [
  "start 1",
  "start 2",
  "start 3",
  "end 3",
  "body 1",
  "body 2",
  "end 2",
  "end 1",
  "result 1",
  "result 2",
  "result 3",
];
