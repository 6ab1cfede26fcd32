import { copyOf } from "./copy.ts";
import type {
  AnyContext,
  AnyModel,
  AssistantMessage,
  AssistantMessageEvent,
  ReplyStream,
  StopReason,
} from "./reply-messages.ts";
import { sayPart, type ParseArguments } from "./reply-parts.ts";
import { viewOf } from "./request-view.ts";
import type { Part, Reply } from "./script.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** How a failure leaves the provider: as the contract of a stream function has it, or against it. */
export type FailureMode = "thrown" | "event";

/** Told of a failure before it leaves the provider. */
export type OnFailure = (how: FailureMode, message: string) => void;

/** What a scripted stream needs besides its reply. */
export type ReplyStage<World> = {
  clock: VirtualClock;
  /** What the loop handed over. */
  signal: AbortSignal | undefined;
  /** Carries out a change in the middle of a reply. */
  meanwhile: (what: string, change: (world: World) => void) => void;
  onFailure: OnFailure;
  /** What becomes of the text of `fragments` for which the script names no arguments. */
  parseArguments?: ParseArguments | undefined;
  /** Lets failures out as they are. */
  breaksContract?: boolean | undefined;
};

const ABORTED = "Request was aborted";

/**
 * Says one scripted reply in Pi's stream protocol (`AssistantMessageEvent` in pi-ai `types.ts`).
 * A failure is told as an `error` event, as the contract of `StreamFn` asks; where the stage breaks it, the stream
 * throws, or ends without a result. An aborted signal ends the reply. Returns the reply when no event has told it.
 */
export async function* sayReply<World>(
  reply: Reply<World>,
  model: AnyModel,
  context: AnyContext,
  stage: ReplyStage<World>,
): AsyncGenerator<AssistantMessageEvent, AssistantMessage | undefined> {
  const message = emptyReply(model);
  const partial = () => copyOf(message);
  const fail = (reason: "error" | "aborted", errorMessage: string): AssistantMessageEvent => {
    stage.onFailure("event", errorMessage);
    return { type: "error", reason, error: { ...partial(), stopReason: reason, errorMessage } };
  };
  const aborted = () => stage.signal?.aborted ?? false;
  const [first] = reply;
  if (aborted()) return yield fail("aborted", ABORTED);
  if (first?.type === "fail" && !stage.breaksContract) return yield fail("error", first.message);
  if (first?.type === "quietEnd") return message;

  yield { type: "start", partial: partial() };
  for (const [index, part] of reply.entries()) {
    if (aborted()) return yield fail("aborted", ABORTED);
    if (part.type === "fail" || part.type === "hangUp") {
      if (stage.breaksContract) return breakOff(part, stage.onFailure);
      return yield fail("error", part.type === "fail" ? part.message : "stream ended without message_end");
    }
    if (part.type === "wait") await stage.clock.sleep(part.ms, stage.signal);
    if (part.type === "meanwhile") stage.meanwhile(part.what, part.change);
    const seen = viewOf({ ...context, model: model.id });
    yield* sayPart(part, reply[index + 1], { message, partial, seen, parseArguments: stage.parseArguments });
  }
  const reason = endOf(reply, message);
  if (aborted() || reason === "aborted") return yield fail("aborted", ABORTED);

  const whole: AssistantMessage = { ...partial(), stopReason: reason };
  if (reply.some((part) => part.type === "quietEnd")) return whole;
  return yield { type: "done", reason, message: whole };
}

/** Why a reply ends: as the script says, or as its parts suggest. */
function endOf(reply: Reply<never>, message: AssistantMessage): Exclude<StopReason, "pending" | "error"> {
  const calls = message.content.some((block) => block.type === "toolCall");
  return reply.find((part) => part.type === "end")?.stopReason ?? (calls ? "toolUse" : "stop");
}

/** A failure as the contract forbids it: what breaks is thrown, what hangs up is simply over. */
export function breakOff(part: Extract<Part<never>, { type: "fail" | "hangUp" }>, onFailure: OnFailure): undefined {
  if (part.type === "hangUp") return;
  onFailure("thrown", part.message);
  throw new Error(part.message);
}

/**
 * The events as the stream that a loop reads. It is pulled, not pushed: the next part is said when the loop has dealt
 * with the one before, so the world changes at the same point of the play for every loop.
 */
export function asStream(events: ReturnType<typeof sayReply>): ReplyStream {
  let settle: (final: AssistantMessage) => void;
  const final = new Promise<AssistantMessage>((resolve) => (settle = resolve));
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const { done, value: said } = await events.next();
        if (done) {
          if (said) settle(said);
          return;
        }
        if (said.type === "done") settle(said.message);
        if (said.type === "error") settle(said.error);
        yield said;
      }
    },
    // As in Pi: a stream that ends without `done` or `error` has no result, ever.
    result: () => final,
  };
}

function emptyReply(model: AnyModel): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: "pending",
    timestamp: Date.now(),
  };
}
