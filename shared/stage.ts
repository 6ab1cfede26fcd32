import { Readable, Writable } from "node:stream";
import { copyOf } from "./copy.ts";
import type { FailureMode } from "./reply-events.ts";
import type { ParseArguments } from "./reply-parts.ts";
import type { AnyRequest } from "./request-view.ts";
import { ScriptedProvider } from "./scripted-provider.ts";
import { ScriptedStream } from "./scripted-stream.ts";
import type { ScriptExhausted } from "./script-reader.ts";
import type { Script } from "./script.ts";
import { Timeline, type Moment } from "./timeline.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Everything a case can show, in the order it happens. One of these is one line of `--json`. */
export type Show =
  | { kind: "case"; chapter: string; title: string; case: string }
  | { kind: "user"; content: string }
  /** An event of the chapter's own loop, unchanged. */
  | { kind: "event"; event: ShownEvent }
  /** What the provider was sent, for cases that show it. */
  | { kind: "request"; request: object }
  /** What a hook, a tool or the world outside says; `from` names the speaker. */
  | { kind: "note"; from: string; text: string }
  | { kind: "assistant"; message: ShownMessage }
  /** When what happened to each call, for cases that show it. */
  | { kind: "timeline"; moments: readonly Moment[] }
  | { kind: "state"; messages: readonly ShownMessage[] };

export type ShownEvent = { type: string };
export type ShownMessage = { role: string; content: unknown };

/** Says something in the trace, as `[from]` and a line of text. */
export type Note = (from: string, text: string) => void;

/** Which fields of each request a case prints: all, or those named. */
export type ShowRequests = true | readonly string[];

/** What passes between a loop and the scripted provider, for the comparison with Pi. */
export type Observed = { kind: "request"; request: object } | { kind: "failure"; how: FailureMode; message: string };

/** What a cast provider can be asked afterwards, in whichever protocol it spoke. */
export type CastProvider = {
  readonly requests: AnyRequest[];
  readonly exhausted: ScriptExhausted | undefined;
  readonly unused: number;
};

/** How a script is played in Pi's stream protocol; `ScriptedStream` says what the last two are for. */
export type StreamCast = { showRequests?: ShowRequests; parseArguments?: ParseArguments; breaksContract?: boolean };

/** Someone who can be asked: where the answers come from, and where the questions go. */
export type Person = { input: Readable; output: Writable };

export type StageOptions = {
  caseName: string;
  show: (item: Show) => void;
  /** Told of each request as it reaches the provider, and of each failure as it leaves it. */
  observe?: (seen: Observed) => void;
  /** Waits after an event, for `--step`; is given the transcript so far. */
  pause?: (messages: readonly ShownMessage[]) => Promise<void>;
  /** Where the caller keeps time; without it the stage has a clock of its own. */
  clock?: VirtualClock;
  /** Who sits in front of the stage; without it nobody does. */
  person?: Person;
};

/** Where a chapter's `main.ts` plays a case: the scripted provider at one end, the trace at the other. */
export class Stage {
  /** What everything in the play that takes time keeps time by. */
  readonly clock: VirtualClock;
  /** Watches the tools that are handed to it, and hears everything that is shown. */
  readonly timeline: Timeline;
  /** Wait for an answer through `clock.outside`. Where nobody sits, the input has ended and questions go nowhere. */
  readonly person: Person;
  readonly #options: StageOptions;
  /** Resolves when the person has gone on from the newest event; rejects once the person has left. */
  #step: Promise<void> = Promise.resolve();
  #provider: CastProvider | undefined;
  #transcript: () => readonly ShownMessage[] = () => [];

  constructor(options: StageOptions) {
    this.#options = options;
    this.clock = options.clock ?? new VirtualClock();
    this.person = options.person ?? nobody();
    this.timeline = new Timeline(this.clock);
  }

  /** Casts the scripted provider; `world` is what the script's `meanwhile` parts may change. */
  cast<World>(
    script: Script<World>,
    world: World,
    { showRequests, blocks }: { showRequests?: ShowRequests; blocks?: boolean } = {},
  ): ScriptedProvider<World> {
    const provider = new ScriptedProvider<World>(script, {
      caseName: this.#options.caseName,
      ...(blocks && { blocks }),
      meanwhile: (what, change) => this.#meanwhile(what, () => change(world)),
      onRequest: (request) => this.#request(request, showRequests),
      onFailure: (message) => this.#failure("thrown", message),
    });
    this.#provider = provider;
    return provider;
  }

  /** Casts the scripted stream function of the chapters from s08 on; `world` as in `cast`. */
  castStream<World>(
    script: Script<World>,
    world: World,
    { showRequests, parseArguments, breaksContract }: StreamCast = {},
  ): ScriptedStream<World> {
    const stream = new ScriptedStream<World>(script, {
      caseName: this.#options.caseName,
      clock: this.clock,
      ...(parseArguments && { parseArguments }),
      ...(breaksContract && { breaksContract }),
      meanwhile: (what, change) => this.#meanwhile(what, () => change(world)),
      onRequest: (request) => this.#request(request, showRequests),
      onFailure: (how, message) => this.#failure(how, message),
    });
    this.#provider = stream;
    return stream;
  }

  /** The provider that was cast, once the play has begun: what it was asked, and whether the script sufficed. */
  get provider(): CastProvider | undefined {
    return this.#provider;
  }

  /** Names the transcript that `--step` shows; a function, because a case may begin a new one. */
  watch(transcript: () => readonly ShownMessage[]): void {
    this.#transcript = transcript;
  }

  /** The transcript of the play, once `watch` was told of it. */
  get transcript(): readonly ShownMessage[] {
    return this.#transcript();
  }

  open(chapter: string, title: string): void {
    this.#options.show({ kind: "case", chapter, title, case: this.#options.caseName });
  }

  user(content: string): void {
    this.#options.show({ kind: "user", content });
  }

  /** Hand this to the loop as its `output`. */
  readonly output = async (event: ShownEvent): Promise<void> => {
    const { pause } = this.#options;
    if (!pause) return this.#showEvent(event);
    // Tools that run at once may report at once; a person goes through the events one by one.
    this.#step = this.#step.then(() => {
      this.#showEvent(event);
      return this.clock.outside(pause(this.#transcript()));
    });
    return this.#step;
  };

  #showEvent(event: ShownEvent): void {
    this.timeline.hear(event);
    this.#options.show({ kind: "event", event: copyOf(event) });
  }

  #meanwhile(what: string, change: () => void): void {
    this.note("outside", what);
    change();
  }

  #failure(how: FailureMode, message: string): void {
    this.#options.observe?.({ kind: "failure", how, message });
  }

  #request(request: object, fields: ShowRequests | undefined): void {
    this.#options.observe?.({ kind: "request", request: copyOf(request) });
    if (!fields) return;
    const shown = Object.entries(request).filter(([name]) => fields === true || fields.includes(name));
    this.#options.show({ kind: "request", request: copyOf(Object.fromEntries(shown)) });
  }

  readonly note: Note = (from, text) => {
    if (from === "outside") this.timeline.hearOutside(text);
    this.#options.show({ kind: "note", from, text });
  };

  assistant(message: ShownMessage): void {
    this.#options.show({ kind: "assistant", message: copyOf(message) });
  }

  /** Draws when what happened to each call so far. */
  showTimeline(): void {
    this.#options.show({ kind: "timeline", moments: [...this.timeline.moments] });
  }

  state(messages: readonly ShownMessage[]): void {
    this.#options.show({ kind: "state", messages: copyOf(messages) });
  }
}

function nobody(): Person {
  return { input: Readable.from([]), output: new Writable({ write: (_chunk, _encoding, done) => done() }) };
}
