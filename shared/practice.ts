import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { expect, inject } from "vitest";
import type { CaseBase, Chapter } from "./chapter.ts";
import { playCase } from "./testing/play-case.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file that each check looks at, by the path of the check. `npm run practice` says it anew before each run. */
    answers: Record<string, string>;
  }
}

/** What a check says of an answer that is not right. Chinese, for the reader. */
export type Finding = {
  /** What the check saw the answer do. */
  saw: string;
  /** What the lesson says should happen. */
  should: string;
  /** Where to read: a file of the chapter, or a path from the root, then what to look for in it. */
  read: string;
};

/** Thrown by a check; `npm run practice` shows the three parts, each under its own heading. */
class Verdict extends Error implements Finding {
  override readonly name = "Verdict";
  readonly saw: string;
  readonly should: string;
  readonly read: string;

  constructor({ saw, should, read }: Finding) {
    super(`${saw}\n${should}\n${read}`);
    this.saw = saw;
    this.should = should;
    this.read = read;
  }
}

/** The error with which a check fails; throw it. */
export function verdict(finding: Finding): Error {
  return new Verdict(finding);
}

/** The answer's module could not be loaded, or lacks what the exercise asks for. */
class AnswerError extends Error {
  override readonly name = "AnswerError";
}

/**
 * The module that the reader wrote, or the starter, or the solution. Call it in each test, with the starter's type:
 * `await answer<typeof import("./starter.ts")>()`.
 *
 * Throws what the module throws when it is loaded, and an AnswerError where the check asks for an export that is gone.
 */
export async function answer<Module extends object>(): Promise<Module> {
  const path = inject("answers")?.[expect.getState().testPath ?? ""];
  if (path === undefined) throw new Error("A check runs through npm run practice only.");
  const module: Module = await import(/* @vite-ignore */ path);
  return new Proxy({ ...module }, { get: exported }) as Module;
}

function exported(module: object, name: string | symbol): unknown {
  // What `await` asks of everything it is given.
  if (typeof name === "symbol" || name === "then") return undefined;
  if (name in module) return module[name as keyof typeof module];
  throw new AnswerError(`没有导出 ${name}。这一题要用到这个名字，别改名，也别去掉它的 export。`);
}

/** A text that no answer can know beforehand, and that holds no character a pattern would take for its own. */
export function fresh(prefix = "t"): string {
  return `${prefix}${randomUUID().slice(0, 8)}`;
}

/** The human trace of a case, line by line, blank lines left out; `scene` need not be one of the chapter's own cases. */
export async function traceOf<Case extends CaseBase<never>>(chapter: Chapter<Case>, scene: Case): Promise<string[]> {
  const { trace } = await playCase({ ...chapter, cases: [scene] }, scene.name);
  return trace.split("\n").filter((line) => line !== "");
}

export type Prediction = {
  /** The reason for each item, without saying it. */
  why: readonly string[] | ((item: string, index: number) => string);
  /** Where to read: for all items, or for each. */
  read: string | readonly string[];
  /** The export that is looked at, where an answer has several. */
  list?: string;
};

/**
 * Fails at the first item that was predicted wrong. The reader has it to find: what should stand there is not said,
 * and no reason is given before there is a guess. Empty items make no difference, nor do blanks, and which marks divide
 * the parts of an item; one that still ends in `：？` is not filled in.
 */
export function expectPrediction(
  predicted: readonly string[],
  happened: readonly string[],
  { why, read, list }: Prediction,
): void {
  const readAt = (index: number) => (typeof read === "string" ? read : (read[index] ?? ""));
  const of = list === undefined ? "" : `${list}：`;
  if (!Array.isArray(predicted)) {
    throw verdict({
      saw: `${of}你的预测是 ${inspect(predicted)}。`,
      should: "写成一列字符串，一项一个。",
      read: readAt(0),
    });
  }
  const items = predicted.map((item) => String(item).trim()).filter((item) => item !== "");
  const wrong = happened.findIndex((item, index) => comparable(item) !== comparable(items[index] ?? ""));
  if (wrong === -1 && items.length === happened.length) return;
  if (wrong === -1) {
    const saw = `${of}前 ${happened.length} 项都对，后面你还写了「${items[happened.length]}」。`;
    throw verdict({ saw, should: `一共 ${happened.length} 项，到这里就没有了。`, read: readAt(happened.length - 1) });
  }
  const written = items[wrong];
  const place = `${of}${wrong === 0 ? "" : `前 ${wrong} 项对。`}第 ${wrong + 1} 项`;
  if (written === undefined || written.endsWith("：？")) {
    throw verdict({
      saw: `${place}还没有写。`,
      should: "先猜，写下来再存。猜错了，这里会说为什么。",
      read: readAt(wrong),
    });
  }
  const saw = `${place}你写的是「${written}」，和真的运行出来的不一样。`;
  const should = typeof why === "function" ? why(happened[wrong] ?? "", wrong) : (why[wrong] ?? "");
  throw verdict({ saw, should, read: readAt(wrong) });
}

function comparable(item: string): string {
  return item
    .replace(/\s*[:：]\s*/g, ":")
    .replace(/[\s,，;；、|｜]+/g, " ")
    .trim();
}

/** Whether both are equal, at any depth. A field that is undefined counts as one that is not there. */
export function isSame(seen: unknown, wanted: unknown): boolean {
  try {
    expect(seen).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}

/** Fails with `finding` unless both are the same. `finding` may use what was seen; it is asked only when they differ. */
export function expectSame<Value>(seen: Value, wanted: Value, finding: (seen: Value) => Finding): void {
  if (!isSame(seen, wanted)) throw verdict(finding(seen));
}
