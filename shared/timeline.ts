import type { ShownEvent } from "./stage.ts";

/** Something that happened at a time, in whole milliseconds of the virtual clock. */
export type Moment = CallMoment | { at: number; what: "outside"; text: string };

/**
 * What happens to a call: its handling starts, its body runs and is done, it ends, the message that answers it is whole.
 * Only a call that passes its checks has a body.
 */
export type CallMoment = {
  at: number;
  what: "start" | "body" | "done" | "end" | "result";
  call: string;
  tool: string;
};

/** The events that tell of a call, in one loose shape: the theatre imports no chapter. */
type AnyEvent = ShownEvent & {
  toolCallId?: string;
  toolName?: string;
  message?: { role?: string; toolCallId?: string; toolName?: string };
};

type AnyTool = { name: string; execute(toolCallId: string, ...rest: never[]): Promise<unknown> };

/** Writes down when what happened in a play, for the time line at its end. */
export class Timeline {
  /** In the order in which they happened; several may share a millisecond. */
  readonly moments: Moment[] = [];
  readonly #clock: { readonly now: number };

  constructor(clock: { readonly now: number }) {
    this.#clock = clock;
  }

  hear({ type, toolCallId, toolName, message }: AnyEvent): void {
    if (type === "tool_execution_start") this.#add("start", toolCallId, toolName);
    if (type === "tool_execution_end") this.#add("end", toolCallId, toolName);
    if (type === "message_end" && message?.role === "toolResult") {
      this.#add("result", message.toolCallId, message.toolName);
    }
  }

  /** Something that a call has no part in. */
  hearOutside(text: string): void {
    this.moments.push({ at: this.#time(), what: "outside", text });
  }

  /** The same tool; when its body begins and when it is done, whether it returns or fails, is written down. */
  watch<Tool extends AnyTool>(tool: Tool): Tool {
    const execute = async (toolCallId: string, ...rest: never[]) => {
      this.#add("body", toolCallId, tool.name);
      try {
        return await tool.execute(toolCallId, ...rest);
      } finally {
        this.#add("done", toolCallId, tool.name);
      }
    };
    return { ...tool, execute };
  }

  #add(what: CallMoment["what"], call = "", tool = ""): void {
    this.moments.push({ at: this.#time(), what, call, tool });
  }

  #time(): number {
    return Math.floor(this.#clock.now);
  }
}

const MARKS = { start: "S", body: "[", done: "]", end: "E", result: "R", outside: "!" } as const;
const LEGEND = "S 开始处理  [==] 主体执行  E 结束  R 结果消息";
const WIDTH = 78;
const LONGEST_LABEL = 24;

/**
 * The time line for people, line by line: a row for each call. From left to right it is the order of what happened, no
 * two moments in one column; the more time passed between two, the further apart they are. Plain ASCII where columns
 * must line up. Up to some sixty moments it is no wider than 80 columns.
 */
export function chartOf(moments: readonly Moment[]): string[] {
  if (moments.length === 0) return ["（没有调用）"];
  const labels = [...new Set(moments.map(labelOf))];
  const margin = Math.max(...labels.map((label) => label.length), "毫秒".length * 2) + 2;
  const columns = columnsOf(moments, WIDTH - margin);
  const placed = moments.map((moment, index) => ({ moment, column: columns[index] ?? 0 }));
  const rows = labels.map((label) => {
    const own = placed.filter(({ moment }) => labelOf(moment) === label);
    return `${label.padEnd(margin)}${drawRow(own, columns.at(-1) ?? 0)}`;
  });
  const outside = moments.flatMap((moment) => (moment.what === "outside" ? [`  ! ${moment.text}`] : []));
  return [`毫秒${" ".repeat(margin - 4)}${timesAbove(moments, columns)}`, ...rows, `${LEGEND}${outside.join("")}`];
}

function labelOf(moment: Moment): string {
  return moment.what === "outside" ? "outside" : `${moment.call} ${moment.tool}`.slice(0, LONGEST_LABEL);
}

/** A column for each moment: one or two further right than the one before, and more for the time between them. */
function columnsOf(moments: readonly Moment[], width: number): number[] {
  const [first, last] = [moments[0]?.at ?? 0, moments.at(-1)?.at ?? 0];
  const step = moments.length * 2 <= width ? 2 : 1;
  const room = Math.max(0, width - moments.length * step);
  const perMs = last > first ? room / (last - first) : 0;
  return moments.map(({ at }, index) => index * step + Math.floor((at - first) * perMs));
}

/** What passes between two marks: the body runs, or the call waits. A body that is never done runs to the `end`. */
function drawRow(own: { moment: Moment; column: number }[], end: number): string {
  let drawn = "";
  own.forEach(({ moment, column }, index) => {
    const before = own[index - 1]?.moment.what;
    drawn = `${drawn.padEnd(column, fillAfter(before))}${MARKS[moment.what]}`;
  });
  return own.at(-1)?.moment.what === "body" ? drawn.padEnd(end + 1, "=") : drawn;
}

function fillAfter(before: Moment["what"] | undefined): string {
  if (before === undefined || before === "result" || before === "outside") return " ";
  return before === "body" ? "=" : ".";
}

/** Each time above the first moment that has it; where two would touch, the later one stands. */
function timesAbove(moments: readonly Moment[], columns: number[]): string {
  let line = "";
  for (let index = moments.length - 1; index >= 0; index--) {
    const at = moments[index]?.at;
    if (at === moments[index - 1]?.at) continue;
    const column = columns[index] ?? 0;
    const next = line === "" ? Infinity : line.search(/\S/);
    const time = String(at);
    if (column + time.length < next) line = `${" ".repeat(column)}${time}${line.slice(column + time.length)}`;
  }
  return line;
}
