import { randomUUID } from "node:crypto";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { fingerprintOf, type Exercise } from "./exercises.ts";
import { hearMessages, messageLine } from "./messages.ts";
import type { RunReport, RunRequest } from "./runner-child.ts";
import type { Verdict } from "./verdict.ts";
import { readText } from "./workspace.ts";

/** A verdict and what the answer printed on the way. */
export type Outcome = { verdict: Verdict; printed: string };

export type Limits = {
  /** Milliseconds from the start of a check to its end. */
  run: number;
  /** Milliseconds that one test may wait; less than `run`, so that a test says which it was. */
  test: number;
  /** Milliseconds for all that comes before a check: the process, vitest. */
  start: number;
  /** Milliseconds to load the check and the files of the chapter that it uses. */
  load: number;
};

export const LIMITS: Limits = { run: 8_000, test: 5_000, start: 60_000, load: 20_000 };

const GIVEN_UP: Verdict = { kind: "broken", message: "这次检查没有做完就取消了。" };

type Child = ChildProcessByStdio<Writable, Readable, null>;

type Waiting = {
  run: string;
  exercise: Exercise;
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
  #child: Child | undefined;
  #isReady = false;
  #waiting: Waiting | undefined;
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
    if (readText(this.#root, answer) === undefined) {
      return { verdict: { kind: "missing", message: `${answer} 不在了。` }, printed: "" };
    }
    if (fingerprintOf(this.#root, exercise.check) !== exercise.fingerprint) {
      return { verdict: { kind: "missing", message: COURSE_CHANGED }, printed: "" };
    }
    this.warm();
    const run = randomUUID();
    return new Promise((resolve) => {
      const waiting: Waiting = {
        run,
        exercise,
        answer,
        printed: "",
        timer: this.#stopAfter(this.#limits.start, START),
        finish: (verdict) => {
          clearTimeout(waiting.timer);
          this.#waiting = undefined;
          resolve({ verdict, printed: waiting.printed });
        },
      };
      this.#waiting = waiting;
      const request: RunRequest = { run, pair: { check: exercise.check, answer } };
      this.#child?.stdin.write(messageLine(request));
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

  #begin(): Child {
    this.#isReady = false;
    const file = fileURLToPath(new URL("runner-child.ts", import.meta.url));
    const child = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), file, this.#root, String(this.#limits.test)],
      {
        cwd: this.#root,
        // What vitest or a broken check complains of must not run across the screen.
        stdio: ["pipe", "pipe", "ignore"],
        // A group of its own: Ctrl+C in the terminal is the console's, and what an answer starts ends with the group.
        detached: true,
        windowsHide: true,
      },
    );
    hearMessages(child.stdout, (message) => this.#hear(child, message as RunReport));
    // It may be gone before it is written to; its end is told below.
    child.stdin.on("error", () => {});
    child.on("error", (error) => this.#lost(child, `检查的进程启动不了（${error.message}）。按 q 退出，再开一次。`));
    child.on("exit", (code, signal) => this.#lost(child, this.#isReady ? ended(signal ?? code) : NOT_READY));
    return child;
  }

  #hear(child: Child, report: RunReport): void {
    if (child !== this.#child) return;
    if (report.type === "ready") this.#isReady = true;
    const waiting = this.#waiting;
    if (!waiting || report.type === "ready" || report.run !== waiting.run) return;
    switch (report.type) {
      case "loading":
        this.#nextStage(waiting, this.#limits.load, notLoaded(waiting.exercise));
        break;
      case "started":
        this.#nextStage(waiting, this.#limits.run, {
          kind: "timeout",
          seconds: this.#limits.run / 1000,
          place: { file: waiting.answer },
        });
        break;
      case "printed":
        waiting.printed += report.text;
        break;
      case "done":
        waiting.finish(report.verdict);
        break;
      case "failed":
        waiting.finish({ kind: "broken", message: `检查没有做完：${report.message}` });
        break;
    }
  }

  #nextStage(waiting: Waiting, milliseconds: number, verdict: Verdict): void {
    clearTimeout(waiting.timer);
    waiting.timer = this.#stopAfter(milliseconds, verdict);
  }

  #stopAfter(milliseconds: number, verdict: Verdict): NodeJS.Timeout {
    return setTimeout(() => {
      this.#kill();
      this.#waiting?.finish(verdict);
    }, milliseconds);
  }

  #lost(child: Child, message: string): void {
    if (child !== this.#child) return;
    this.#kill();
    this.#waiting?.finish({ kind: "broken", message });
  }

  #kill(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // No group, where there are none, or nobody left in it.
      child.kill("SIGKILL");
    }
  }
}

const START: Verdict = {
  kind: "broken",
  message: "检查的进程过了一分钟还没有准备好，停下了。机器太忙的话，等一等再检查一次。",
};

const COURSE_CHANGED = "课程更新了，这一题变了。按 q 退出，再开一次，就是新的；你写的和通过的都在。";

const NOT_READY = "检查的进程还没有准备好就结束了。先运行 npm ci，把要用的库装全，再开一次。";

function ended(how: string | number | null): string {
  return `检查的进程自己结束了（${how}）。答案里有没有结束进程的代码，或者用光了内存？`;
}

function notLoaded({ folder, chapter }: Exercise): Verdict {
  const message = `检查要用的 ${folder} 里的文件一直没有读完：多半是里面有停不下来的代码。改过 ${chapter}，就用 git restore ${folder} 还原。`;
  return { kind: "broken", message };
}
