import { styleText } from "node:util";
import { describeContent, type AnyContent } from "./content.ts";
import { BARE, gistOf } from "./gist.ts";
import type { Show, ShownEvent, ShownMessage } from "./stage.ts";
import { chartOf } from "./timeline.ts";

/**
 * Turns what a case shows into the human trace: a title, then blocks with a blank line between them.
 * Events and notes of one run stand together without one.
 */
export function createTrace(write: (text: string) => void, colour: boolean): (item: Show) => void {
  let previous: Show["kind"] | undefined;
  return (item) => {
    if (previous && !(isStream(previous) && isStream(item.kind))) write("\n");
    previous = item.kind;
    for (const line of linesOf(item, colour)) write(`${line}\n`);
  };
}

function isStream(kind: Show["kind"]): boolean {
  return kind === "event" || kind === "note" || kind === "request";
}

function linesOf(item: Show, colour: boolean): string[] {
  const heading = (name: string) => paint("bold", `[${name}]`, colour);
  switch (item.kind) {
    case "case":
      return [paint("bold", `${item.chapter}: ${item.title}`, colour)];
    case "user":
      return [heading("user"), oneLine(item.content)];
    case "event":
      return [describeEvent(item.event, colour)];
    case "note":
      return [paint("magenta", `[${item.from}]`, colour), oneLine(item.text)];
    case "request":
      return [paint("magenta", "[request]", colour), ...fieldLines(withoutRecords(item.request))];
    case "assistant":
      return [heading("assistant"), ...describeReply(item.message)];
    case "timeline":
      return [heading("timeline"), ...chartOf(item.moments).map(oneLine)];
    case "state":
      return [heading("state"), ...item.messages.map((message, index) => `${index + 1} ${describeMessage(message)}`)];
  }
}

function describeReply(message: ShownMessage): string[] {
  const { role: _, toolCalls: __, content, ...fields } = withoutRecords(message) as ShownMessage & { toolCalls?: [] };
  return fieldLines({ content: describeContent(content as AnyContent), ...fields });
}

/** What messages from s08 on write down besides what was said: where they came from, when, and at what cost. */
const RECORDS = new Set(["api", "provider", "model", "usage", "timestamp"]);

/** A message without its records, or a request without those of its messages. Only messages from s08 on have a time. */
function withoutRecords(shown: object): object {
  const { timestamp, messages } = shown as { timestamp?: unknown; messages?: unknown };
  if (timestamp !== undefined) return Object.fromEntries(Object.entries(shown).filter(([name]) => !RECORDS.has(name)));
  if (!Array.isArray(messages)) return shown;
  return { ...shown, messages: messages.map((one: unknown) => (isObject(one) ? withoutRecords(one) : one)) };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function fieldLines(fields: object): string[] {
  return Object.entries(fields).map(([name, value]) => oneLine(`${name}: ${plain(value)}`).trimEnd());
}

/** One message on one line, as `[state]` and `--step` show it. */
export function describeMessage(message: ShownMessage): string {
  const { role, content, stopReason, errorMessage, toolCalls, toolCallId, isError } = message as AnyMessage;
  const said = [
    describeContent(content as AnyContent),
    ...(toolCalls ?? []).map((call) => `<${call.name} ${call.id}>`),
    ...(errorMessage === undefined ? [] : [`(${errorMessage})`]),
  ];
  const mark = stopReason ?? (isError ? `${toolCallId} isError` : toolCallId);
  return oneLine(
    `${role}${mark === undefined ? "" : ` ${mark}`}: ${said.filter((part) => part !== "").join(" ")}`,
  ).trimEnd();
}

type AnyMessage = ShownMessage & {
  stopReason?: string;
  errorMessage?: string;
  toolCallId?: string;
  isError?: boolean;
  toolCalls?: { id: string; name: string }[];
};

function describeEvent(event: ShownEvent, colour: boolean): string {
  const { type, ...fields } = event;
  const name = paint("cyan", type, colour);
  if (Object.keys(fields).length === 0) return name;
  const gist = gistOf(event);
  return gist === BARE ? name : `${name}: ${plain(gist ?? fields)}`.trimEnd();
}

function plain(value: unknown): string {
  return oneLine(typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));
}

/** Keeps an event on its line, and keeps text that a tool returned from steering the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (char) => {
    if (char === "\n") return "\\n";
    if (char === "\t") return "\\t";
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function paint(style: "bold" | "cyan" | "magenta", text: string, colour: boolean): string {
  const shown = oneLine(text);
  return colour ? styleText(style, shown, { validateStream: false }) : shown;
}
