import { ScriptedProvider } from "./scripted-provider.ts";
import type { Script } from "./script.ts";

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
  | { kind: "state"; messages: readonly ShownMessage[] };

export type ShownEvent = { type: string };
export type ShownMessage = { role: string; content: unknown };

/** Says something in the trace, as `[from]` and a line of text. */
export type Note = (from: string, text: string) => void;

/** Which fields of each request a case prints: all, or those named. */
export type ShowRequests = true | readonly string[];

/** What passes between a loop and the scripted provider, for the comparison with Pi. */
export type Observed = { kind: "request"; request: object } | { kind: "failure"; message: string };

export type CastProvider = Pick<ScriptedProvider, "requests" | "exhausted" | "unused">;

export type StageOptions = {
  caseName: string;
  show: (item: Show) => void;
  /** Told of each request as it reaches the provider, and of each failure as it leaves it. */
  observe?: (seen: Observed) => void;
  /** Waits after an event, for `--step`; is given the transcript so far. */
  pause?: (messages: readonly ShownMessage[]) => Promise<void>;
};

/** Where a chapter's `main.ts` plays a case: the scripted provider at one end, the trace at the other. */
export class Stage {
  readonly #options: StageOptions;
  #provider: CastProvider | undefined;
  #transcript: () => readonly ShownMessage[] = () => [];

  constructor(options: StageOptions) {
    this.#options = options;
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
      meanwhile: (what, change) => {
        this.note("outside", what);
        change(world);
      },
      onRequest: (request) => this.#request(request, showRequests),
      onFailure: (message) => this.#options.observe?.({ kind: "failure", message }),
    });
    this.#provider = provider;
    return provider;
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
    this.#options.show({ kind: "event", event: structuredClone(event) });
    await this.#options.pause?.(this.#transcript());
  };

  #request(request: object, fields: ShowRequests | undefined): void {
    this.#options.observe?.({ kind: "request", request: structuredClone(request) });
    if (!fields) return;
    const shown = Object.entries(request).filter(([name]) => fields === true || fields.includes(name));
    this.#options.show({ kind: "request", request: structuredClone(Object.fromEntries(shown)) });
  }

  readonly note: Note = (from, text) => {
    this.#options.show({ kind: "note", from, text });
  };

  assistant(message: ShownMessage): void {
    this.#options.show({ kind: "assistant", message: structuredClone(message) });
  }

  state(messages: readonly ShownMessage[]): void {
    this.#options.show({ kind: "state", messages: structuredClone(messages) });
  }
}
