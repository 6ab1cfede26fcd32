import { copyOf } from "./copy.ts";
import { asStream, breakOff, sayReply, type OnFailure } from "./reply-events.ts";
import type { AnyContext, AnyModel, AnyStreamOptions, ReplyStream } from "./reply-messages.ts";
import type { ParseArguments } from "./reply-parts.ts";
import type { AnyRequest } from "./request-view.ts";
import type { Reply, Script } from "./script.ts";
import { ScriptReader, type ScriptExhausted } from "./script-reader.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** What reached a stream function; fields that were undefined are left out. */
export type StreamRequest = AnyRequest & { model: string; apiKey?: string; reasoning?: string };

export type ScriptedStreamOptions<World> = {
  /** Named when the script runs out. */
  caseName: string;
  /** What `wait` parts keep time by. */
  clock: VirtualClock;
  /** Told of each request before it is answered. */
  onRequest?: (request: StreamRequest) => void;
  onFailure?: OnFailure;
  /** Carries out a change in the middle of a reply. */
  meanwhile?: (what: string, change: (world: World) => void) => void;
  /** What becomes of the text of `fragments` for which the script names no arguments. */
  parseArguments?: ParseArguments;
  /** `fail` and `hangUp` reach the loop as they are, as from a provider that breaks the contract. */
  breaksContract?: boolean;
};

/**
 * A stream function that says what a script says, in Pi's stream protocol (from s08 on). Keeps a copy of every request
 * as it arrived, for tests.
 */
export class ScriptedStream<World = unknown> {
  readonly requests: StreamRequest[] = [];
  readonly #reader: ScriptReader<World>;
  readonly #options: ScriptedStreamOptions<World>;

  constructor(script: Script<World>, options: ScriptedStreamOptions<World>) {
    this.#reader = new ScriptReader(script, options.caseName);
    this.#options = options;
  }

  /** Set when a request came after the last reply. */
  get exhausted(): ScriptExhausted | undefined {
    return this.#reader.exhausted;
  }

  /** Replies that no request has asked for; 0 for a script without end. */
  get unused(): number {
    return this.#reader.unused;
  }

  /**
   * Hand this to the loop. It fails as the contract of `StreamFn` has it, in an `error` event, unless the options say
   * that it breaks the contract.
   *
   * Pi: `StreamFn` in pi-agent-core `types.ts`.
   */
  readonly streamFn = (model: AnyModel, context: AnyContext, options?: AnyStreamOptions): ReplyStream => {
    const request = requestOf(model, context, options);
    this.requests.push(copyOf(request));
    this.#options.onRequest?.(request);

    const { clock, meanwhile, onFailure, parseArguments, breaksContract } = this.#options;
    const stage = {
      clock,
      signal: options?.signal,
      parseArguments,
      meanwhile: meanwhile ?? (() => {}),
      onFailure: onFailure ?? (() => {}),
    };
    const reply = this.#reader.next();
    if (!reply) {
      // No failure of the model, so nobody is told of one; `exhausted` is what the theatre reports.
      const exhausted: Reply<World> = [{ type: "fail", message: String(this.exhausted?.message) }];
      return asStream(sayReply(exhausted, model, context, { ...stage, onFailure: () => {} }));
    }
    const [first] = reply;
    if (breaksContract && first?.type === "fail") breakOff(first, stage.onFailure);
    return asStream(sayReply(reply, model, context, { ...stage, breaksContract }));
  };
}

function requestOf(model: AnyModel, context: AnyContext, options: AnyStreamOptions = {}): StreamRequest {
  const { systemPrompt, messages, tools } = context;
  const { apiKey, reasoning } = options;
  return {
    model: model.id,
    ...(systemPrompt !== undefined && { systemPrompt }),
    messages,
    ...(tools !== undefined && { tools }),
    ...(apiKey !== undefined && { apiKey }),
    ...(reasoning !== undefined && { reasoning }),
  };
}
