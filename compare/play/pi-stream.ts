import type { AssistantMessageEventStream, Context, Model } from "@earendil-works/pi-ai";
import * as replies from "../../shared/reply-events.ts";
import type { VirtualClock } from "../../shared/virtual-clock.ts";
import type { LineTrace } from "./line.ts";
import type { ScenarioPart, ScenarioReply, World } from "./scenario.ts";

/** What a scripted stream needs besides its reply. */
export type PiStage = {
  world: World;
  trace: LineTrace;
  clock: VirtualClock;
  /** What the loop handed over. */
  signal: AbortSignal | undefined;
  /** Lets failures out as they are. */
  breaksContract: boolean;
};

/** Says one scripted reply, and traces what changes in the middle of it and how it fails. */
export function sayToPi(
  reply: ScenarioReply,
  model: Model<string>,
  context: Context,
  { world, trace, clock, signal, breaksContract }: PiStage,
): ReturnType<typeof replies.sayReply> {
  return replies.sayReply(reply, model, context, {
    clock,
    signal,
    breaksContract,
    meanwhile(what, change) {
      trace.note("outside", what);
      change(world);
    },
    onFailure: (how, message) => trace.failure(how, message),
  });
}

/** A failure as the contract forbids it, traced. */
export function breakOff(part: Extract<ScenarioPart, { type: "fail" | "hangUp" }>, trace: LineTrace): undefined {
  return replies.breakOff(part, (how, message) => trace.failure(how, message));
}

/** The events as the stream that Pi's loop reads; Pi's type is a class with private members. */
export function asPiStream(events: ReturnType<typeof sayToPi>): AssistantMessageEventStream {
  return replies.asStream(events) as unknown as AssistantMessageEventStream;
}
