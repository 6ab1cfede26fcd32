import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Chapter } from "../../shared/chapter.ts";
import type { Terminal } from "../../shared/terminal.ts";

export type Printed = { out: string; err: string; exitCode: number };

/** What a terminal shows. In which order the two streams wrote is not recorded; errors come last. */
export function onScreen({ out, err }: Printed): string {
  return out + err;
}

/** Longer than any case takes; a command that hangs must not hang the check. */
const PATIENCE_MS = 60_000;

/** Runs the commands of the lessons, each once. */
export class Player {
  readonly #root: string;
  readonly #printed = new Map<string, Promise<Printed>>();
  /** As many processes at a time as there are processors. */
  readonly #lanes: Promise<unknown>[] = Array.from({ length: availableParallelism() }, () => Promise.resolve());
  #started = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Plays a chapter in this process, as its command line would with `args`. Rejects when the chapter throws. */
  chapter(chapter: Chapter, args: string[]): Promise<Printed> {
    return this.#once(`${chapter.id} ${args.join(" ")}`, () => playChapter(this.#root, chapter, args));
  }

  /** Runs a command line in the root of the course. Rejects when it cannot be run to its end. */
  shell(line: string): Promise<Printed> {
    return this.#once(`$ ${line}`, () => this.#inLane(() => runShell(this.#root, line)));
  }

  #once(key: string, run: () => Promise<Printed>): Promise<Printed> {
    const printed = this.#printed.get(key) ?? run();
    this.#printed.set(key, printed);
    return printed;
  }

  #inLane(run: () => Promise<Printed>): Promise<Printed> {
    const lane = this.#started++ % this.#lanes.length;
    const done = (this.#lanes[lane] ?? Promise.resolve()).then(run);
    this.#lanes[lane] = done.catch(() => undefined);
    return done;
  }
}

async function playChapter(root: string, chapter: Chapter, args: string[]): Promise<Printed> {
  // The command line of the course in `root`, which need not be the one this file belongs to.
  const cli: typeof import("../../shared/cli.ts") = await import(pathToFileURL(join(root, "shared/cli.ts")).href);
  let out = "";
  let err = "";
  const terminal: Terminal = {
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    interactive: true,
    colour: false,
    nextLine: async () => {
      // A person pressing Enter: the terminal shows the line break.
      out += "\n";
      return true;
    },
  };
  const exitCode = await cli.runChapter(chapter, args, terminal);
  return { out, err, exitCode };
}

function runShell(root: string, line: string): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, timeout: PATIENCE_MS, maxBuffer: 2 ** 26 };
    execFile("sh", ["-c", line], options, (error, out, err) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ out, err, exitCode: Number(error?.code ?? 0) });
    });
  });
}
