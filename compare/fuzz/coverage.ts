import { readFileSync } from "node:fs";
import { Session, type Profiler } from "node:inspector/promises";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { branchesOf, type Branch } from "./branches.ts";

/** Which branches of Pi's loop were taken while something played. A missed one is named by the line of its source. */
export type LoopCoverage = { taken: number; all: number; missed: { line: number; what: string; code: string }[] };

const LOOP = "@earendil-works/pi-agent-core/dist/agent-loop.js";

/** Counts which blocks of Pi's loop run, from now until `stop`. `modules` is where Pi was loaded from. */
export class CoverageCounter {
  readonly #session = new Session();
  readonly #file: string;

  private constructor(modules: string) {
    this.#file = join(modules, LOOP);
  }

  static async start(modules: string): Promise<CoverageCounter> {
    const counter = new CoverageCounter(modules);
    counter.#session.connect();
    await counter.#session.post("Profiler.enable");
    await counter.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    return counter;
  }

  /** Throws when nothing of Pi's loop has run. */
  async stop(): Promise<LoopCoverage> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    this.#session.disconnect();
    const url = pathToFileURL(this.#file).href;
    const script = result.find((one) => one.url === url);
    if (!script) throw new Error(`nothing of ${url} has run`);
    return coverageOf(this.#file, script.functions);
  }
}

function coverageOf(file: string, functions: Profiler.FunctionCoverage[]): LoopCoverage {
  const text = readFileSync(file, "utf8");
  const counts = functions.flatMap(({ ranges }) => ranges);
  const branches = branchesOf(file, text);
  const missed = branches.filter((branch) => !isTaken(branch, counts));
  const place = sourcePlaces(file, text);
  return {
    taken: branches.length - missed.length,
    all: branches.length,
    missed: missed.map((branch) => ({ what: branch.what, ...place(branch.offset) })),
  };
}

function isTaken(branch: Branch, counts: Profiler.CoverageRange[]): boolean {
  const count = countAt(counts, branch.offset);
  return branch.kind === "code" ? count > 0 : countAt(counts, branch.within) > count;
}

/** How often the code at `offset` ran: the innermost range around it knows. */
function countAt(counts: Profiler.CoverageRange[], offset: number): number {
  const around = counts.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const sizeOf = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset;
  const innermost = around.reduce((best, range) => (sizeOf(range) <= sizeOf(best) ? range : best));
  return innermost.count;
}

/** Finds the line of the TypeScript source that a place of the JavaScript was made from. */
function sourcePlaces(file: string, text: string): (offset: number) => { line: number; code: string } {
  const payload: ConstructorParameters<typeof SourceMap>[0] = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  const map = new SourceMap(payload);
  const source = payload.sourcesContent[0]?.split("\n") ?? [];
  return (offset) => {
    const before = text.slice(0, offset).split("\n");
    const entry = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    const line = "originalLine" in entry ? entry.originalLine : 0;
    return { line: line + 1, code: source[line]?.trim() ?? "" };
  };
}
