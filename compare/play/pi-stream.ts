import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
  Context,
  Model,
} from "@earendil-works/pi-ai";
import { textOf } from "../../shared/content.ts";
import type { RequestView } from "../../shared/script.ts";
import type { LineTrace } from "./line.ts";
import { sayPart } from "./pi-parts.ts";
import type { ScenarioPart, ScenarioReply, World } from "./scenario.ts";
import type { VirtualClock } from "./clock.ts";

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

/**
 * Says one scripted reply in Pi's stream protocol (`AssistantMessageEvent` in pi-ai `types.ts`).
 * A failure is told as an `error` event, as the contract of `StreamFn` asks; where the scenario breaks it, the stream
 * throws, or ends without a result. An aborted signal ends the reply. Returns the reply when no event has told it.
 */
export async function* sayToPi(
  reply: ScenarioReply,
  model: Model<string>,
  context: Context,
  stage: PiStage,
): AsyncGenerator<AssistantMessageEvent, AssistantMessage | undefined> {
  const message = emptyMessage(model);
  const partial = () => structuredClone(message);
  const fail = (reason: "error" | "aborted", errorMessage: string): AssistantMessageEvent => {
    stage.trace.failure("event", errorMessage);
    return { type: "error", reason, error: { ...partial(), stopReason: reason, errorMessage } };
  };
  const aborted = () => stage.signal?.aborted ?? false;
  const [first] = reply;
  if (aborted()) return yield fail("aborted", "Request was aborted");
  if (first?.type === "fail" && !stage.breaksContract) return yield fail("error", first.message);
  if (first?.type === "quietEnd") return message;

  yield { type: "start", partial: partial() };
  for (const [index, part] of reply.entries()) {
    if (aborted()) return yield fail("aborted", "Request was aborted");
    if (part.type === "fail" || part.type === "hangUp") {
      if (stage.breaksContract) return breakOff(part, stage.trace);
      return yield fail("error", part.type === "fail" ? part.message : "stream ended without message_end");
    }
    if (part.type === "wait") await stage.clock.sleep(part.ms, stage.signal);
    if (part.type === "meanwhile") {
      stage.trace.note("outside", part.what);
      part.change(stage.world);
    }
    yield* sayPart(part, message, reply[index + 1], viewOf(context, model), partial);
  }
  const ended = reply.find((part) => part.type === "end")?.stopReason;
  if (aborted() || ended === "aborted") return yield fail("aborted", "Request was aborted");

  const calls = message.content.some((block) => block.type === "toolCall");
  const reason = ended ?? (calls ? "toolUse" : "stop");
  const whole: AssistantMessage = { ...partial(), stopReason: reason };
  if (reply.some((part) => part.type === "quietEnd")) return whole;
  return yield { type: "done", reason, message: whole };
}

/** A failure as the contract forbids it: what breaks is thrown, what hangs up is simply over. */
export function breakOff(part: Extract<ScenarioPart, { type: "fail" | "hangUp" }>, trace: LineTrace): undefined {
  if (part.type === "hangUp") return;
  trace.failure("thrown", part.message);
  throw new Error(part.message);
}

/**
 * The events as the stream that Pi's loop reads. It is pulled, not pushed: the next part is said when the loop has
 * dealt with the one before, so both sides of the comparison see the world change at the same point.
 */
export function asPiStream(events: ReturnType<typeof sayToPi>): AssistantMessageEventStream {
  let settle: (final: AssistantMessage) => void;
  const final = new Promise<AssistantMessage>((resolve) => (settle = resolve));
  const stream = {
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
  return stream as unknown as AssistantMessageEventStream;
}

function emptyMessage(model: Model<string>): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: "assistant",
    content: [],
    api: model.api,
    provider: model.provider,
    model: model.id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: "pending",
    timestamp: 0,
  };
}

/** What a reply may quote, read from Pi's request. */
function viewOf(context: Context, model: Model<string>): RequestView {
  const messages = context.messages.map((message) => ({ role: message.role, text: textOf(message.content) }));
  return {
    messages,
    lastResult: messages.findLast((message) => message.role === "toolResult")?.text ?? "",
    toolNames: (context.tools ?? []).map((tool) => tool.name),
    model: model.id,
    systemPrompt: context.systemPrompt ?? "",
  };
}
