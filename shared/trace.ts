import { styleText } from "node:util";
import { describeContent, type AnyContent } from "./content.ts";
import type { Show, ShownEvent, ShownMessage } from "./stage.ts";

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
      return [paint("magenta", "[request]", colour), ...fieldLines(item.request)];
    case "assistant":
      return [heading("assistant"), ...describeReply(item.message)];
    case "state":
      return [heading("state"), ...item.messages.map((message, index) => `${index + 1} ${describeMessage(message)}`)];
  }
}

function describeReply(message: ShownMessage): string[] {
  const { role: _, toolCalls: __, content, ...fields } = message as Record<string, unknown> & ShownMessage;
  return fieldLines({ content: describeContent(content as AnyContent), ...fields });
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
  return `${name}: ${plain(gistOf(event) ?? fields)}`.trimEnd();
}

/** The one field of an event that a reader follows; an event unknown here is shown whole. */
function gistOf(event: AnyEvent): unknown {
  switch (event.type) {
    case "reply":
      return event.message?.stopReason;
    case "text_delta":
    case "thinking_delta":
      return event.delta;
    case "tool_call":
      return event.call?.name;
    case "tool_result":
      return event.result && describeResult(event.result);
    case "message_end":
      return event.stopReason;
    case "turn_limit":
      return event.maxTurns;
    default:
      return undefined;
  }
}

function describeResult({ content, isError }: { content: AnyContent; isError?: boolean }): string {
  return `${describeContent(content)}${isError ? " (isError)" : ""}`.trimStart();
}

/** The events of all chapters in one loose shape: the theatre imports none of them. */
type AnyEvent = ShownEvent & {
  message?: { stopReason: string };
  delta?: string;
  call?: { name: string };
  result?: { content: AnyContent; isError?: boolean };
  stopReason?: string;
  maxTurns?: number;
};

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
