import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Exercise } from "./exercises.ts";
import type { RunReport, RunRequest } from "./runner-child.ts";
import type { Verdict } from "./verdict.ts";

/** A verdict and what the answer printed on the way. */
export type Outcome = { verdict: Verdict; printed: string };

export type Limits = {
  /** Milliseconds from the start of a check to its end. */
  run: number;
  /** Milliseconds that one test may wait; less than `run`, so that a test says which it was. */
  test: number;
  /** Milliseconds for all that comes before a check: the process, vitest. */
  start: number;
};

export const LIMITS: Limits = { run: 8_000, test: 5_000, start: 60_000 };

const GIVEN_UP: Verdict = { kind: "broken", message: "这次检查没有做完就取消了。" };

const MOST_PRINTED = 2_000;

type Waiting = {
  run: number;
  answer: string;
  finish: (verdict: Verdict) => void;
  timer: NodeJS.Timeout;
  printed: string;
};

/**
 * Runs checks in a process of its own that holds a warm vitest. A run that does not end in time takes that process with
 * it; the next one starts another.
 */
export class Runner {
  readonly #root: string;
  readonly #limits: Limits;
  #child: ChildProcess | undefined;
  #waiting: Waiting | undefined;
  #runs = 0;
  #closed = false;

  constructor(root: string, limits: Limits = LIMITS) {
    this.#root = root;
    this.#limits = limits;
  }

  /** Gets the process ready before the first run. */
  warm(): void {
    if (!this.#closed) this.#child ??= this.#begin();
  }

  /** Runs an exercise's check on one file, a path from the root. One run at a time; never rejects. */
  async run(exercise: Exercise, answer: string = exercise.work): Promise<Outcome> {
    if (this.#waiting) throw new Error("One run at a time");
    if (this.#closed) return { verdict: GIVEN_UP, printed: "" };
    if (!existsSync(join(this.#root, answer))) {
      return { verdict: { kind: "missing", message: `${answer} 不在了。` }, printed: "" };
    }
    this.warm();
    const run = ++this.#runs;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        run,
        answer,
        printed: "",
        timer: this.#stopAfter(this.#limits.start, answer),
        finish: (verdict) => {
          clearTimeout(waiting.timer);
          this.#waiting = undefined;
          resolve({ verdict, printed: waiting.printed });
        },
      };
      this.#waiting = waiting;
      const request: RunRequest = { run, pair: { check: exercise.check, answer } };
      this.#child?.send(request, (error) => {
        if (error) this.#lost(`检查的进程没有了：${error.message}`);
      });
    });
  }

  /** Gives up the run that is going on; the next one begins anew. */
  cancel(): void {
    this.#kill();
    this.#waiting?.finish(GIVEN_UP);
  }

  /** For good: whoever asks for another run is told at once that there is none, and no process is left. */
  close(): void {
    this.#closed = true;
    this.cancel();
  }

  #begin(): ChildProcess {
    const child = fork(
      fileURLToPath(new URL("runner-child.ts", import.meta.url)),
      [this.#root, String(this.#limits.test)],
      // What vitest or a broken check prints must not run across the screen.
      {
        cwd: this.#root,
        execArgv: ["--import", import.meta.resolve("tsx")],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      },
    );
    child.on("message", (report: RunReport) => this.#hear(child, report));
    child.on("exit", (code, signal) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#lost(`检查的进程自己结束了（${signal ?? code}）。答案里有没有结束进程的代码，或者用光了内存？`);
    });
    return child;
  }

  #hear(child: ChildProcess, report: RunReport): void {
    const waiting = this.#waiting;
    if (child !== this.#child || !waiting || report.type === "ready" || report.run !== waiting.run) return;
    switch (report.type) {
      case "started":
        clearTimeout(waiting.timer);
        waiting.timer = this.#stopAfter(this.#limits.run, waiting.answer);
        break;
      case "printed":
        waiting.printed = (waiting.printed + report.text).slice(0, MOST_PRINTED);
        break;
      case "done":
        waiting.finish(report.verdict);
        break;
      case "failed":
        waiting.finish({ kind: "broken", message: `检查没有做完：${report.message}` });
        break;
    }
  }

  #stopAfter(milliseconds: number, file: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.#kill();
      this.#waiting?.finish({ kind: "timeout", seconds: milliseconds / 1000, place: { file } });
    }, milliseconds);
  }

  #lost(message: string): void {
    this.#kill();
    this.#waiting?.finish({ kind: "broken", message });
  }

  #kill(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
  }
}
