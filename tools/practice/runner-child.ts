import { Engine } from "./engine.ts";
import { hearMessages, messageLine } from "./messages.ts";
import type { Pair } from "./outcome.ts";
import type { Verdict } from "./verdict.ts";

/** From the runner, on the standard input: run this. `run` is a text that no answer can know. */
export type RunRequest = { run: string; pair: Pair };

/**
 * To the runner, on the standard output: vitest is warm; the check is being loaded; it has begun; the answer printed
 * something; this came of it.
 */
export type RunReport =
  | { type: "ready" }
  | { type: "loading"; run: string }
  | { type: "started"; run: string }
  | { type: "printed"; run: string; text: string }
  | { type: "done"; run: string; verdict: Verdict }
  | { type: "failed"; run: string; message: string };

/** Characters of what one answer prints; the rest is not shown. */
export const MOST_PRINTED = 2_000;

const [, , root = "", patience = ""] = process.argv;
let current = "";
let printed = 0;

const say = (report: RunReport) => void process.stdout.write(messageLine(report));

// Whoever asked is gone; nothing here may outlive it, an endless loop in a thread or a process of an answer least of all.
process.stdin.on("end", () => {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(0);
  }
});

const engine = await Engine.open(root, {
  threads: "spare",
  patience: Number(patience),
  onLoad: () => say({ type: "loading", run: current }),
  onStart: () => say({ type: "started", run: current }),
  onPrint: (text) => {
    if (printed < MOST_PRINTED) say({ type: "printed", run: current, text: text.slice(0, MOST_PRINTED - printed) });
    printed += text.length;
  },
});

hearMessages(process.stdin, (message) => {
  const { run, pair } = message as RunRequest;
  current = run;
  printed = 0;
  void engine.run([pair]).then(
    ([verdict]) => verdict && say({ type: "done", run, verdict }),
    (error: unknown) => say({ type: "failed", run, message: String(error) }),
  );
});
say({ type: "ready" });
