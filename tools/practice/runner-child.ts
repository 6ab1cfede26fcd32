import { Engine } from "./engine.ts";
import type { Pair } from "./outcome.ts";
import type { Verdict } from "./verdict.ts";

/** From the runner: run this. */
export type RunRequest = { run: number; pair: Pair };

/** To the runner: vitest is warm; the check has begun; the answer printed something; this came of it. */
export type RunReport =
  | { type: "ready" }
  | { type: "started"; run: number }
  | { type: "printed"; run: number; text: string }
  | { type: "done"; run: number; verdict: Verdict }
  | { type: "failed"; run: number; message: string };

const [, , root = "", patience = ""] = process.argv;
let current = 0;

const say = (report: RunReport) => void process.send?.(report);

// Whoever asked is gone; nothing here may outlive it, an endless loop in a thread least of all.
process.on("disconnect", () => process.exit(0));
// Ctrl+C in a terminal reaches every process; the console decides what it means.
process.on("SIGINT", () => {});

const engine = await Engine.open(root, {
  threads: "spare",
  patience: Number(patience),
  onStart: () => say({ type: "started", run: current }),
  onPrint: (text) => say({ type: "printed", run: current, text }),
});

process.on("message", ({ run, pair }: RunRequest) => {
  current = run;
  void engine.run([pair]).then(
    ([verdict]) => verdict && say({ type: "done", run, verdict }),
    (error: unknown) => say({ type: "failed", run, message: String(error) }),
  );
});
say({ type: "ready" });
