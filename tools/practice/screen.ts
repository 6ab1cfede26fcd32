import { styleText } from "node:util";
import stringWidth from "string-width";
import { KINDS, type Exercise } from "./exercises.ts";
import type { Standing } from "./record.ts";
import type { Outcome } from "./runner.ts";
import { STRICTER } from "./course.ts";
import { cut, plainTask, wrap } from "./text.ts";
import { verdictLines } from "./verdict.ts";

export type Size = { columns: number; rows: number };

/** Which exercises a list shows. */
export const FILTERS = { all: "全部", pending: "未做", done: "通过" } as const;
export type Filter = keyof typeof FILTERS;

/** One exercise in the list. */
export type Row = { exercise: Exercise } & Standing;

/** Everything that the screen depends on. */
export type Scene = {
  rows: Row[];
  exercise: Exercise;
  view: "exercise" | "list" | "solution";
  running: boolean;
  /** What the last check said. */
  outcome?: Outcome | undefined;
  /** The last check saw the starter as it was copied. */
  untouched?: boolean;
  /** How many hints are shown. */
  hints: number;
  solution: string;
  filter: Filter;
  /** The exercise that the list's cursor is on. */
  selected: Exercise | undefined;
  /** A key was pressed that wants a second one. */
  asking?: "reset" | "solution" | undefined;
  notice?: string | undefined;
  /** First line of the middle part that is shown; undefined lets the screen choose. */
  scroll?: number | undefined;
};

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "inverse";
type Line = { text: string; style?: Style; anchor?: true };

/**
 * What the terminal shows, as many lines as it has at most; `scroll` as it came to be, and the most it can be. `tooSmall`:
 * there is no room for anything but these words.
 */
export type Frame = { lines: string[]; scroll: number; most: number; tooSmall: boolean };

/** Fewer rows than this leave room for one line of keys. */
const LOW = 16;
/** Less than this is not enough for a question and what it is about. */
const SMALLEST: Size = { columns: 20, rows: 6 };

/** The screen for a scene: a head, a middle part that scrolls, the keys. Nothing here reads or writes anything. */
export function frameOf(scene: Scene, size: Size, colour: boolean): Frame {
  const { columns, rows } = size;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) {
    return { lines: [cut("终端太小", columns)], scroll: 0, most: 0, tooSmall: true };
  }
  const low = rows < LOW;
  const foot = footOf(scene, columns, low);
  const head = low ? lowHeadOf(scene, columns).slice(0, rows - foot.length - 1) : headOf(scene, columns);
  const middle = middleOf(scene, columns);
  const room = Math.max(rows - head.length - foot.length - (low ? 0 : 2), 1);

  const most = Math.max(middle.length - room, 0);
  const scroll = Math.min(scene.scroll ?? anchorOf(middle, room), most);
  const shown = withMarks(middle.slice(scroll, scroll + room), scroll, most - scroll, columns);

  const blank: Line[] = low ? [] : [{ text: "" }];
  const lines = [...head, ...blank, ...shown, ...blank, ...foot].slice(0, rows);
  const painted = lines.map((line) => paint({ ...line, text: cut(line.text, columns) }, colour));
  return { lines: painted, scroll, most, tooSmall: false };
}

/** Says at the edges of what is shown how much there is beyond, where there is room to say it. */
function withMarks(shown: Line[], above: number, below: number, columns: number): Line[] {
  const marked = [...shown];
  const mark = (text: string): Line => ({ text: cut(text, columns), style: "dim" });
  if (above > 0 && shown.length > 5) marked[0] = mark(`↑ 还有 ${above + 1} 行`);
  if (below > 0 && shown.length > 1) marked[shown.length - 1] = mark(`↓ 还有 ${below + 1} 行，按上下翻`);
  return marked;
}

/** Where the part begins that matters most now, when not all of it fits. */
function anchorOf(lines: Line[], room: number): number {
  if (lines.length <= room) return 0;
  const anchor = lines.findLastIndex((line) => line.anchor);
  return anchor === -1 ? 0 : Math.max(anchor - Math.floor(room / 3), anchor + 1 - room, 0);
}

function headOf({ rows, exercise }: Scene, columns: number): Line[] {
  const own = rows.find((row) => row.exercise === exercise);
  return [
    titleOf(exercise, own?.done, columns),
    ...paragraph(`打开 ${exercise.work}`, columns),
    progressOf(rows, exercise, columns),
    ...(own?.stricter ? [{ text: cut(`${STRICTER}。`, columns), style: "yellow" as const }] : []),
  ];
}

/** What a low terminal has room for: the file in full before anything else. */
function lowHeadOf({ rows, exercise, view }: Scene, columns: number): Line[] {
  if (view === "list") return [progressOf(rows, exercise, columns)];
  const title = titleOf(exercise, rows.find((row) => row.exercise === exercise)?.done, columns);
  const file = paragraph(exercise.work, columns);
  return file.length > 1 ? [title, ...file] : [title, ...file, progressOf(rows, exercise, columns)];
}

function titleOf({ id, kind, title }: Exercise, done: boolean | undefined, columns: number): Line {
  return { text: cut(`${id} ${title}（${KINDS[kind]}${done ? "，通过了" : ""}）`, columns), style: "bold" };
}

/** How far over the course, then in the exercise's chapter. */
function progressOf(rows: Row[], { chapter, chapterTitle }: Exercise, columns: number): Line {
  const passed = (some: Row[]) => `${some.filter(({ done }) => done).length} / ${some.length}`;
  const own = rows.filter(({ exercise }) => exercise.chapter === chapter);
  const text = `${bar(rows, columns)} ${passed(rows)}   ${chapter} ${chapterTitle} ${passed(own)}`;
  return { text: cut(text, columns), style: "dim" };
}

/** ASCII only: other characters are two columns wide on some terminals. Empty only before the first, full only after the last. */
function bar(rows: Row[], columns: number): string {
  const width = Math.max(Math.min(columns - 40, 40), 8);
  const done = rows.filter((row) => row.done).length;
  const filled = done === 0 ? 0 : Math.max(Math.floor((done / rows.length) * width), 1);
  return `[${"#".repeat(filled)}${"-".repeat(width - filled)}]`;
}

function middleOf(scene: Scene, columns: number): Line[] {
  switch (scene.view) {
    case "exercise":
      return exerciseLines(scene, columns);
    case "list":
      return listLines(scene, columns);
    case "solution":
      return [
        ...paragraph(scene.exercise.solution, columns).map((line) => ({ ...line, style: "bold" as const })),
        { text: "" },
        ...paragraph(scene.solution.trimEnd(), columns),
      ];
  }
}

function exerciseLines(scene: Scene, columns: number): Line[] {
  const { exercise, hints } = scene;
  const shown = exercise.hints.slice(0, hints);
  return [
    ...paragraph(plainTask(exercise.task), columns),
    { text: "" },
    ...resultLines(scene, columns),
    ...shown.flatMap((hint, index) => [
      { text: "" },
      { text: `提示 ${index + 1} / ${exercise.hints.length}`, style: "bold" as const, anchor: true as const },
      ...paragraph(plainTask(hint), columns),
    ]),
  ];
}

function resultLines({ running, outcome, exercise, rows, untouched }: Scene, columns: number): Line[] {
  if (running && !outcome) return [{ text: "正在检查……", style: "dim", anchor: true }];
  if (!outcome) return [{ text: "改完保存，这里就检查。", style: "dim", anchor: true }];
  const { verdict, printed } = outcome;
  const again = running ? "（正在检查新的……）" : "";
  const said =
    printed.trim() === ""
      ? []
      : [{ text: "" }, { text: "你的代码打印了：", style: "dim" as const }, ...paragraph(printed.trimEnd(), columns)];
  if (verdict.kind === "passed") {
    const all = rows.every((row) => row.done);
    const next = all ? "全部练习都通过了。" : "按 n 去下一题，按 s 看参考的解答。";
    return [{ text: `通过。${again}`, style: "green", anchor: true }, ...paragraph(next, columns), ...said];
  }
  const before = rows.find((row) => row.exercise === exercise)?.done ? "（从前通过过，记录不变）" : "";
  const start = untouched && verdict.kind === "failed" ? "（还是起点，没有改过）" : "";
  return [
    { text: cut(`没有通过${before}${start}${again}`, columns), style: "red", anchor: true },
    ...verdictLines(verdict).flatMap((line) => paragraph(line, columns)),
    ...said,
  ];
}

function listLines(scene: Scene, columns: number): Line[] {
  const rows = rowsShown(scene);
  const heading: Line = { text: cut(`练习：${FILTERS[scene.filter]}，${rows.length} 题`, columns), style: "bold" };
  return [
    heading,
    ...rows.flatMap(({ exercise, done, stricter }, index): Line[] => {
      const { id, kind, title, chapter, chapterTitle } = exercise;
      const first = rows[index - 1]?.exercise.chapter !== chapter;
      const here = exercise === scene.selected;
      const state = done ? "通过" : "未做";
      const text = `${here ? ">" : " "} ${id}  ${state}  ${KINDS[kind]}  ${title}${stricter ? "（检查变严了）" : ""}`;
      const style = here ? "inverse" : done ? "green" : undefined;
      return [
        ...(first ? [{ text: cut(`${chapter} ${chapterTitle}`, columns), style: "dim" as const }] : []),
        { text: cut(text, columns), ...(style && { style }), ...(here && { anchor: true as const }) },
      ];
    }),
  ];
}

/** The rows that the list's filter lets through. */
export function rowsShown({ rows, filter }: Pick<Scene, "rows" | "filter">): Row[] {
  return rows.filter(({ done }) => filter === "all" || done === (filter === "done"));
}

function footOf(scene: Scene, columns: number, low: boolean): Line[] {
  const { asking, notice } = scene;
  const text = asking ? QUESTIONS[asking] : keysOf(scene);
  const lines = low ? [inOneLine(text, columns)] : wrap(text, columns);
  const told = notice === undefined ? [] : wrap(notice, columns).slice(0, low ? 1 : 4);
  const style = asking ? "yellow" : "dim";
  return [
    ...told.map((line): Line => ({ text: line, style: "yellow" })),
    ...lines.map((line): Line => ({ text: line, style })),
  ];
}

const QUESTIONS: Record<NonNullable<Scene["asking"]>, string> = {
  reset: "再按一次 x：换回起点，你写的另存一份。按别的键只是不换。",
  solution: "再按一次 s：还没有通过就看解答。按别的键只是不看。",
};

/** Where not all of it fits: of keys their names, of a question its beginning. */
function inOneLine(text: string, columns: number): string {
  if (stringWidth(text) <= columns || !text.includes("  ")) return cut(text, columns);
  const names = text.split("  ").map((one) => one.split(" ")[0]);
  return cut(names.join(" "), columns);
}

/** Each key and what it does, two blanks between them. */
function keysOf({ view, filter, exercise, hints }: Scene): string {
  if (view === "list") return `上下 选  左右 换章  Enter 去这一题  f 筛选（${FILTERS[filter]}）  l 回去  q 退出`;
  if (view === "solution") return "上下 翻  s 回去  n 下一题  p 上一题  l 列表  q 退出";
  const hint = hints < exercise.hints.length ? "h 提示  " : "";
  return `${hint}n 下一题  p 上一题  l 列表  r 再检查  x 重置  s 解答  q 退出`;
}

function paragraph(text: string, columns: number): Line[] {
  return wrap(text, columns).map((line) => ({ text: line }));
}

function paint({ text, style }: Line, colour: boolean): string {
  return style && colour && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}
