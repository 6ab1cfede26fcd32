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
  const error = [...module.errors(), ...tests.flatMap((test) => test.result().errors ?? []), ...unhandled][0];
  if (error) return verdictOfError(root, { check, answer }, error as SeenError);
  // Nothing that was left out may pass for something that holds.
  const passed = tests.length > 0 && tests.every((test) => test.result().state === "passed");
  return passed
    ? { kind: "passed" }
    : { kind: "broken", message: "检查里有没有运行的部分，这是课程的错。", place: { file: check } };
}

function verdictOfError(root: string, { check, answer }: Pair, error: SeenError): Verdict {
  const message = stripVTControlCharacters(String(error.message));
  if (isFinding(error)) {
    return { kind: "failed", saw: error.saw, should: error.should, read: fromChapter(root, check, error.read) };
  }
  if (error.name === "AnswerError") return { kind: "broken", message, place: { file: answer } };

  const timeout = /^Test timed out in (\d+)ms/.exec(message)?.[1];
  if (timeout) return { kind: "timeout", seconds: Number(timeout) / 1000, place: { file: answer } };

  if (message.startsWith("Transform failed")) return syntaxError(answer, message);

  const place = placeOf(root, answer, error);
  return { kind: "broken", message: `${kindOf(error)}${withoutRoot(root, message)}`, ...(place && { place }) };
}

function isFinding(error: SeenError): error is SeenError & Finding {
  return error.name === "Verdict" && "saw" in error && "should" in error && "read" in error;
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
