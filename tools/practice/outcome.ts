import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { TestModule } from "vitest/node";
import type { Finding } from "../../shared/practice.ts";
import type { Place, Verdict } from "./verdict.ts";

/** A check and the file it is to look at; both are paths from the root. */
export type Pair = { check: string; answer: string };

/** An error as vitest hands it over: its own fields come along. */
type SeenError = {
  name?: string;
  message: string;
  stack?: string;
  cause?: { message?: string };
  stacks?: { file: string; line: number; column: number }[];
};

/** What vitest has to say of one check, as a verdict on `answer`. */
export function verdictOf(
  root: string,
  { check, answer }: Pair,
  module: TestModule | undefined,
  unhandled: readonly unknown[],
): Verdict {
  if (!module)
    return { kind: "broken", message: "检查没有运行。再试一次；还是这样，就是课程的错。", place: { file: check } };
  const tests = [...module.children.allTests()];
  const errors = [...module.errors(), ...tests.flatMap((test) => test.result().errors ?? []), ...unhandled];
  if (errors.length > 0) return verdictOfError(root, { check, answer }, errors[0]);
  // Nothing that was left out may pass for something that holds.
  const passed = tests.length > 0 && tests.every((test) => test.result().state === "passed");
  return passed
    ? { kind: "passed" }
    : {
        kind: "broken",
        message: "检查里有没有运行的部分。答案改动了内建的对象，或者是课程的错。",
        place: { file: check },
      };
}

function verdictOfError(root: string, { check, answer }: Pair, thrown: unknown): Verdict {
  if (!isError(thrown)) {
    const what = (thrown as { message?: unknown } | undefined)?.message;
    return { kind: "broken", message: `抛出来的不是 Error，是 ${String(what)}。`, place: { file: answer } };
  }
  const message = stripVTControlCharacters(thrown.message);
  if (isFinding(thrown)) {
    return { kind: "failed", saw: thrown.saw, should: thrown.should, read: fromChapter(root, check, thrown.read) };
  }
  if (thrown.name === "AnswerError") return { kind: "broken", message, place: { file: answer } };

  const timeout = /^Test timed out in (\d+)ms/.exec(message)?.[1];
  if (timeout) return { kind: "timeout", seconds: Number(timeout) / 1000, place: { file: answer } };

  if (message.startsWith("Transform failed")) return syntaxError(answer, message);

  const place = placeOf(root, answer, thrown);
  const known = KNOWN.find(([pattern]) => pattern.test(`${message}\n${thrown.cause?.message ?? ""}`))?.[1];
  if (known !== undefined) return { kind: "broken", message: known, place: place ?? { file: answer } };
  const said = `${kindOf(thrown)}${withoutRoot(root, message)}`;
  if (place?.file === check) {
    // The answer has returned by then: what it returned is of no use to the check.
    return { kind: "broken", message: `检查用到它给出的东西时出错：${said}`, place: { file: answer } };
  }
  return { kind: "broken", message: said, ...(place && { place }) };
}

/** What vitest says in words of its own, and what it comes to for the reader. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/process\.exit unexpectedly called/, "答案里有 process.exit：它会结束进程，检查就做不完了。"],
  [/memory limit|ERR_WORKER_OUT_OF_MEMORY/, "内存用光了，停下了。多半是停不下来的循环，一直在攒东西。"],
  [/^\[vitest-pool\]/, "检查的线程自己停了。答案里有没有结束线程或者进程的代码？"],
  [
    /^Failed to load tsconfig/,
    "practice/tsconfig.json 指着的文件不在了。删掉 practice/tsconfig.json，再检查一次，会有一份新的。",
  ],
];

function isFinding(error: SeenError): error is SeenError & Finding {
  const { saw, should, read } = error as Partial<Finding>;
  return error.name === "Verdict" && [saw, should, read].every((part) => typeof part === "string");
}

/** Vitest hands over anything that is thrown as an object with a message; only what was an Error has a name. */
function isError(thrown: unknown): thrown is SeenError {
  const { name, message } = (thrown ?? {}) as Partial<SeenError>;
  return typeof name === "string" && typeof message === "string";
}

/** The parser draws the place; one line and the position are enough where an editor stands open. */
function syntaxError(answer: string, drawn: string): Verdict {
  const message = /\[\w+\]\s*(.+)/.exec(drawn)?.[1] ?? drawn;
  const [, file, line, column] = /\[\s*(\S+?):(\d+):(\d+)\s*\]/.exec(drawn) ?? [];
  const place = file ? { file, line: Number(line), column: Number(column) } : { file: answer };
  return { kind: "broken", message: `语法不对：${message.trim()}`, place };
}

/** Where in the answer it went wrong, or the nearest place in the course. */
function placeOf(root: string, answer: string, { stack = "", stacks = [] }: SeenError): Place | undefined {
  const places = [
    ...stacks,
    // What nobody caught comes without its stack taken apart.
    ...[...stack.matchAll(/\(?((?:file:\/\/)?\/[^\s()]+):(\d+):(\d+)\)?/g)].map(([, file = "", line, column]) => ({
      file: file.replace(/^file:\/\//, ""),
      line: Number(line),
      column: Number(column),
    })),
  ]
    .map(({ file, line, column }) => ({ file: fromRoot(root, file), line, column }))
    .filter(({ file }) => !file.startsWith("..") && !file.includes("node_modules/"));
  return (
    places.find(({ file }) => file === answer) ??
    places.find(({ file }) => !file.startsWith("shared/practice")) ??
    (places.length > 0 ? { file: answer } : undefined)
  );
}

/** A check names what to read from where it stands; the reader stands at the root. */
function fromChapter(root: string, check: string, read: string): string {
  const name = fileNamed(read);
  const path = `${check.split("/")[0]}/${name}`;
  return name !== "" && existsSync(join(root, path)) ? path + read.slice(name.length) : read;
}

/** The file that begins a `read`; "" when it begins otherwise. */
export function fileNamed(read: string): string {
  return /^[\w./-]+/.exec(read)?.[0] ?? "";
}

function kindOf({ name }: SeenError): string {
  return name === undefined || name === "Error" ? "" : `${name}: `;
}

function fromRoot(root: string, file: string): string {
  return relative(root, file.replace(/\?.*$/, "")).split(sep).join("/");
}

function withoutRoot(root: string, message: string): string {
  return message.replaceAll(`${root.replace(/\/$/, "")}/`, "");
}
