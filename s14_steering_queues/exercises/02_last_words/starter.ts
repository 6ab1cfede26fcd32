import type { AgentLoopConfig, AgentMessage } from "#s14/context.ts";

type Queues = Pick<AgentLoopConfig, "getSteeringMessages" | "getFollowUpMessages">;

/** `goesOn`: there are results that the model has not seen. `failed`: the reply failed or was aborted. */
type Turn = { goesOn: boolean; failed: boolean };

/**
 * The inner and the outer loop of s14's `runLoop`, without events and limit, with one fault. `runTurn` writes what was
 * said into the transcript, and then plays one turn.
 */
export async function runTurns(queues: Queues, runTurn: (said: AgentMessage[]) => Promise<Turn>): Promise<void> {
  let waiting = (await queues.getSteeringMessages?.()) || [];
  do {
    let goesOn = true;
    while (goesOn || waiting.length > 0) {
      const turn = await runTurn(waiting);
      if (turn.failed) return;
      goesOn = turn.goesOn;
      // Where the model has no more to do there is nothing left to steer.
      waiting = goesOn ? (await queues.getSteeringMessages?.()) || [] : [];
    }
    waiting = (await queues.getFollowUpMessages?.()) || [];
  } while (waiting.length > 0);
}
