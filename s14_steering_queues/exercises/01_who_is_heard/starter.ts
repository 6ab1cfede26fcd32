/*
 * The case `both-queues` with other words: while call-1 runs, the user says F1 (a follow-up), S1 and S2 (both steering),
 * and F2 (a follow-up), in this order. Each later reply repeats what it has heard since the one before; one line for each
 * such reply, as "S1" or, if it heard several, "S1 S2".
 */

/** Both queues hand over one at a time. */
export const oneAtATime: string[] = [
  // ...
];

/** The steering queue hands over everything; the other one message at a time. */
export const steeringAll: string[] = [
  // ...
];
