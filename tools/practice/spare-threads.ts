import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from "vitest/node";

/** What a thread says goes to the reporters of vitest; only a crash of its own would reach these. */
const QUIET = { stdout: true, stderr: true } as const;

/**
 * A pool of vitest that has the next thread ready before it is asked for: each run gets a fresh thread, and the time to
 * load vitest into it was spent while nobody waited.
 */
export function spareThreads(): PoolRunnerInitializer & { close(): Promise<void> } {
  let spare: Worker | undefined;
  let closed = false;

  const begin = ({ distPath, env, execArgv }: PoolOptions) =>
    new Worker(join(distPath, "workers/threads.js"), { env: env as NodeJS.ProcessEnv, execArgv, ...QUIET });
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

function threadOf(take: () => Worker, stopped: () => void): PoolWorker {
  let thread: Worker | undefined;
  const running = () => {
    if (!thread) throw new Error("The thread was not started, or is gone");
    return thread;
  };
  return {
    name: "spare-threads",
    on: (event, callback) => void running().on(event, callback),
    off: (event, callback) => void thread?.off(event, callback),
    send: (message: WorkerRequest) => running().postMessage(message, []),
    deserialize: (data) => data,
    async start() {
      thread ??= take();
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
      stopped();
    },
  };
}
