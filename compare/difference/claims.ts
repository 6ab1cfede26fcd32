import type { Line } from "../play/line.ts";
import type { Difference } from "./differences.ts";
import type { Facts } from "./facts.ts";
import type { FieldDifference } from "./fields.ts";

// What the rows of the ledger recognise their differences by.

type Texts = { chapter: string; pi: string };

/** Texts that can become others when tools or prompt change: what is said, and the prompt itself. No id, no model. */
const CHANGEABLE = /(^|\.)(content(\[\d+\]\.text)?|delta|systemPrompt)$/;

/** A line that the chapter lacks. */
export function onlyPi(difference: Difference, key: RegExp): boolean {
  return difference.kind === "only-pi" && key.test(difference.line.key);
}

/** A line that Pi lacks. */
export function onlyChapter(difference: Difference, key: RegExp): boolean {
  return difference.kind === "only-chapter" && key.test(difference.line.key);
}

/** An outcome, or a text, that is another one because tools or prompt changed outside while the reply streamed. */
export function changedByWorld(difference: Difference, { changedTurn }: Facts): boolean {
  if (difference.line.turn < changedTurn) return false;
  return (
    (difference.kind === "text" && CHANGEABLE.test(difference.path) && !differsByPrefix("error", difference)) ||
    (difference.kind === "field" && /(^|\.)isError$/.test(difference.path) && difference.chapter === !difference.pi)
  );
}

/** A field that Pi has and the chapter lacks. */
export function missing(difference: Difference, path: RegExp): difference is Difference & { kind: "field" } {
  return difference.kind === "field" && difference.chapter === undefined && path.test(difference.path);
}

/** Whether a field stands in what came of a call: in its event, in the transcript, or in a request's transcript. */
export function inResult({ line, path }: FieldDifference & { line: Line }): boolean {
  const index = /^messages\[(\d+)\]\./.exec(path)?.[1];
  if (index === undefined) return /^tool_execution_end| toolResult\b/.test(line.key);
  const messages = line.data["messages"] as { role: string }[] | undefined;
  return messages?.[Number(index)]?.role === "toolResult";
}

/** Whether a content says nothing: it is not there, or an empty list. */
export function isNothing(content: unknown): boolean {
  return content === undefined || (Array.isArray(content) && content.length === 0);
}

/** Whether only this prefix stands between two texts, once, wherever that is quoted. */
export function differsByPrefix(prefix: "error" | "blocked", { chapter, pi }: Texts): boolean {
  return chapter !== pi && chapter.replace(`${prefix}: `, "") === pi;
}

/** Whether two texts tell of the same thing, done at other instants. How long it takes is no instant. */
export function differsByTime({ chapter, pi }: Texts): boolean {
  const withoutInstants = (text: string) => text.replaceAll(/(?<=[于在第] )[\d.]+(?= (ms|毫秒))/g, "");
  return chapter !== pi && withoutInstants(chapter) === withoutInstants(pi);
}
