import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createVitest, type Reporter, type TestRunResult, type Vitest } from "vitest/node";
import { verdictOf, type Pair } from "./outcome.ts";
import { spareThreads } from "./spare-threads.ts";
import type { Verdict } from "./verdict.ts";

export type EngineOptions = {
  /** "spare": a fresh thread for each check, the next one kept ready. "batch": many checks share a few threads. */
  threads: "spare" | "batch";
  /** Milliseconds that one test may wait for what does not come. */
  patience: number;
  /** Told when a thread begins to load a check, with the files of the chapter: what comes before is vitest's own. */
  onLoad?: () => void;
  /** Told when a check has begun. */
  onStart?: () => void;
  /** Told what the answers print. */
  onPrint?: (text: string) => void;
};

/** A warm vitest that runs checks and watches nothing. What an endless loop blocks is its thread, not its owner. */
export class Engine {
  readonly #root: string;
  readonly #vitest: Vitest;
  readonly #close: () => Promise<void>;
  readonly #times = new Map<string, number>();

  private constructor(root: string, vitest: Vitest, close: () => Promise<void>) {
    this.#root = root;
    this.#vitest = vitest;
    this.#close = close;
  }

  static async open(course: string, options: EngineOptions): Promise<Engine> {
    // Vitest names files by their real paths.
    const root = realpathSync(course);
    const spare = options.threads === "spare" ? spareThreads((text) => options.onPrint?.(text)) : undefined;
    const vitest = await createVitest(
      "test",
      {
        config: false,
        root,
        watch: false,
        // Checks are named one by one; nothing is to be found by its name.
        include: [],
        pool: spare ?? "threads",
        isolate: spare !== undefined,
        maxWorkers: spare ? 1 : 2,
        testTimeout: options.patience,
        allowOnly: false,
        reporters: [reporter(options)],
      },
      { logLevel: "silent", clearScreen: false },
    );
    await vitest.standalone();
    return new Engine(root, vitest, async () => {
      await vitest.close();
      await spare?.close();
    });
  }

  /** Runs the checks; one verdict for each, in order. The checks must differ. */
  async run(pairs: Pair[]): Promise<Verdict[]> {
    this.#forgetChangedFiles();
    // Two saves may share one tick of the disk's clock.
    for (const { answer } of pairs) this.#vitest.invalidateFile(join(this.#root, answer));
    const at = (path: string) => join(this.#root, path);
    const project = this.#vitest.getRootProject();
    project.provide("answers", Object.fromEntries(pairs.map(({ check, answer }) => [at(check), at(answer)])));
    const checks = pairs.map(({ check }) => project.createSpecification(at(check)));
    const result = await this.#vitest.runTestSpecifications(checks);
    return pairs.map((pair) => this.#verdict(pair, result));
  }

  #verdict(pair: Pair, { testModules, unhandledErrors }: TestRunResult): Verdict {
    const id = join(this.#root, pair.check);
    const module = testModules.find(({ moduleId }) => moduleId === id);
    return verdictOf(this.#root, pair, module, unhandledErrors);
  }

  /** Without a watcher vitest would go on with the files as it read them first. */
  #forgetChangedFiles(): void {
    for (const environment of Object.values(this.#vitest.vite.environments)) {
      for (const file of environment.moduleGraph.fileToModulesMap.keys()) {
        if (file.includes("/node_modules/")) continue;
        const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;
        if (this.#times.get(file) !== time) this.#vitest.invalidateFile(file);
        this.#times.set(file, time);
      }
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function reporter({ onLoad, onStart, onPrint }: EngineOptions): Reporter {
  return {
    onTestModuleQueued: () => onLoad?.(),
    onTestModuleCollected: () => onStart?.(),
    onUserConsoleLog: ({ content }) => onPrint?.(stripVTControlCharacters(content)),
  };
}
