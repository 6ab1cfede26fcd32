import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Rule } from "./rules.ts";

/** A call that fits `rule`, which wants a person's consent. */
export type Question = { tool: string; args: unknown; rule: Rule };

/** "unanswered": nobody is there, or nobody answered in time. */
export type Answer = "yes" | "always" | "no" | "unanswered";

/** Puts a question to a person; an aborted signal takes it back. */
export type Ask = (question: Question, signal?: AbortSignal) => Promise<Answer>;

/** Where answers come from, and where questions go. An input that is a terminal can be told to hold no process up. */
export type Person = { input: Readable & { isTTY?: boolean; ref?(): void; unref?(): void }; output: Writable };

/** Longer values are cut, so that none pushes another off the screen. */
const SHOWN_CHARACTERS = 120;

/**
 * Asks at a terminal, or through a pipe with one answer a line, one question at a time. Between questions the input
 * does not keep the process alive. Rejects only for arguments that cannot be shown.
 */
export function askInTerminal(person: Person, { timeoutMs = 60_000 }: { timeoutMs?: number } = {}): Ask {
  const nextLine = readLines(person.input);
  let turn: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question, signal?: AbortSignal): Promise<Answer> {
    person.output.write(describe(question));
    // Not `AbortSignal.timeout`: in Node 20 it may be collected, and then never fires, when only `any` knows of it.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    const line = await nextLine(AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]));
    clearTimeout(timer);
    // A terminal has shown what was typed.
    if (line === undefined || !person.input.isTTY) person.output.write(`${line ?? "（没有人回答，按不行办）"}\n`);
    return line === undefined ? "unanswered" : answerOf(line.trim().toLowerCase());
  }

  return (question, signal) => {
    const next = () => askNow(question, signal);
    return (turn = turn.then(next, next));
  };
}

/** What is no clear consent is a refusal. */
function answerOf(line: string): Answer {
  if (line === "y") return "yes";
  return line === "a" ? "always" : "no";
}

/**
 * Gives one line after the other; undefined once the input has ended, or when the signal is aborted first. No line ever
 * answers another question than its own: that would be a consent that nobody gave.
 */
function readLines(input: Person["input"]): (signal: AbortSignal) => Promise<string | undefined> {
  const closed = new AbortController();
  /** A pipe delivers several lines at once. */
  const lines: string[] = [];
  /** Lines of a pipe that may still come, too late for their questions. */
  let late = 0;
  let reader: Interface | undefined;

  return async (signal) => {
    reader ??= createInterface({ input })
      .on("line", (line) => (late > 0 ? late-- : lines.push(line)))
      .on("close", () => closed.abort());
    // What was typed before the question came; this is why a terminal is never paused.
    if (input.isTTY) lines.length = 0;
    input.ref?.();
    reader.resume();
    const ended = AbortSignal.any([closed.signal, signal]);
    while (lines.length === 0 && !ended.aborted) await once(reader, "line", { signal: ended }).catch(() => {});
    if (input.isTTY) input.unref?.();
    else reader.pause();
    if (lines.length === 0 && !input.isTTY) late++;
    return lines.shift();
  };
}

/** A line for each argument. Nothing in it can move the cursor, or look like what it is not. */
function describe({ tool, args, rule }: Question): string {
  const shown = Object.entries(args as object).map(([name, value]) => `  ${name}: ${visible(value)}\n`);
  return `执行 ${tool}？规则：${rule.name}\n${shown.join("")}  y 可以，a 以后照这条规则都可以，n 或别的都是不行 > `;
}

function visible(value: unknown): string {
  const text = String(JSON.stringify(value)).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
  const rest = text.length - SHOWN_CHARACTERS;
  return rest > 0 ? `${text.slice(0, SHOWN_CHARACTERS)}……（还有 ${rest} 个字符）` : text;
}
