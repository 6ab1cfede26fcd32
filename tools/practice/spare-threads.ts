import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from "vitest/node";

/** What goes past the console comes to us, not to the screen; memory runs out in the thread first, not on the machine. */
const OWN = { stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 512 } } as const;

/**
 * A pool of vitest that has the next thread ready before it is asked for: each run gets a fresh thread, and the time to
 * load vitest into it was spent while nobody waited. `onPrint` is told what a thread writes to its output streams.
 */
export function spareThreads(onPrint: (text: string) => void): PoolRunnerInitializer & { close(): Promise<void> } {
  let spare: Worker | undefined;
  let closed = false;

  const begin = ({ distPath, env, execArgv }: PoolOptions) => {
    const thread = new Worker(join(distPath, "workers/threads.js"), {
      env: env as NodeJS.ProcessEnv,
      execArgv,
      ...OWN,
    });
    for (const output of [thread.stdout, thread.stderr]) output.setEncoding("utf8").on("data", onPrint);
    return thread;
  };
  const take = (options: PoolOptions) => {
    const thread = spare ?? begin(options);
    spare = undefined;
    return thread;
  };
  const prepare = (options: PoolOptions) => {
    if (!closed) spare ??= begin(options);
  };

  return {
    name: "spare-threads",
    createPoolWorker: (options) =>
      threadOf(
        () => take(options),
        () => prepare(options),
      ),
    async close() {
      closed = true;
      await spare?.terminate();
    },
  };
}

type Callback = (detail: unknown) => void;

function threadOf(take: () => Worker, stopped: () => void): PoolWorker {
  let thread: Worker | undefined;
  /** Vitest hears that a thread failed, and not once more that it is gone: nobody listens by then, and its process ends. */
  let failed = false;
  const exits = new Map<Callback, Callback>();
  const running = () => {
    if (!thread) throw new Error("The thread was not started, or is gone");
    return thread;
  };
  return {
    name: "spare-threads",
    on(event, callback) {
      const told: Callback = (detail) => (failed ? undefined : callback(detail));
      if (event === "exit") exits.set(callback, told);
      running().on(event, exits.get(callback) ?? callback);
    },
    off: (event, callback) => void thread?.off(event, exits.get(callback) ?? callback),
    send: (message: WorkerRequest) => running().postMessage(message, []),
    deserialize: (data) => data,
    async start() {
      thread ??= take().on("error", () => void (failed = true));
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
      stopped();
    },
  };
}
