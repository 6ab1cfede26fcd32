/** Both queues hand over one at a time. */
export const oneAtATime: string[] = ["S1", "S2", "F1", "F2"];

/** The steering queue hands over everything; the other one message at a time. */
export const steeringAll: string[] = ["S1 S2", "F1", "F2"];
