import type { Reply, Script } from "./script.ts";

/** The script had no reply left for a request. The theatre reports it: a loop would take it for a failing model. */
export class ScriptExhausted extends Error {
  override name = "ScriptExhausted";
}

/** Turns the pages of a script for a provider: one reply for each request. */
export class ScriptReader<World> {
  /** Set when a request came after the last reply. */
  exhausted: ScriptExhausted | undefined;

  readonly #script: Script<World>;
  readonly #caseName: string;
  #requests = 0;

  constructor(script: Script<World>, caseName: string) {
    this.#script = script;
    this.#caseName = caseName;
  }

  /** Replies that no request has asked for; 0 for a script without end. */
  get unused(): number {
    return typeof this.#script === "function" ? 0 : Math.max(0, this.#script.length - this.#requests);
  }

  /** The reply to the next request; undefined, and `exhausted` is set, when the script has none. */
  next(): Reply<World> | undefined {
    const number = ++this.#requests;
    const reply = typeof this.#script === "function" ? this.#script(number) : this.#script[number - 1];
    if (reply) return reply;
    this.exhausted = new ScriptExhausted(
      `剧本演完了：case ${this.#caseName} 只写了 ${number - 1} 次回复，循环却发来了第 ${number} 次请求`,
    );
    return undefined;
  }
}
