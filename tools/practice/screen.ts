import { styleText } from "node:util";
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

/** What the terminal shows, as many lines as it has at most; `scroll` as it came to be, and the most it can be. */
export type Frame = { lines: string[]; scroll: number; most: number };

/** Fewer rows than this leave room for one line of keys. */
const LOW = 16;

/** The screen for a scene: a head, a middle part that scrolls, the keys. Nothing here reads or writes anything. */
export function frameOf(scene: Scene, size: Size, colour: boolean): Frame {
  const { columns, rows } = size;
  const low = rows < LOW;
  const head = headOf(scene, columns).slice(0, low ? 3 : undefined);
  const foot = footOf(scene, columns, low);
  const middle = middleOf(scene, columns);
  const room = Math.max(rows - head.length - foot.length - (low ? 0 : 2), 1);

  const most = Math.max(middle.length - room, 0);
  const scroll = Math.min(scene.scroll ?? anchorOf(middle, room), most);
  const shown = middle.slice(scroll, scroll + room);
  const below = middle.length - scroll - shown.length;
  if (shown.length > 1 && below > 0)
    shown[shown.length - 1] = { text: cut(`↓ 还有 ${below + 1} 行`, columns), style: "dim" };

  const blank: Line[] = low ? [] : [{ text: "" }];
  const lines = [...head, ...blank, ...shown, ...blank, ...foot].slice(0, rows);
  return { lines: lines.map((line) => paint({ ...line, text: cut(line.text, columns) }, colour)), scroll, most };
}

/** Where the part begins that matters most now, when not all of it fits. */
function anchorOf(lines: Line[], room: number): number {
  if (lines.length <= room) return 0;
  const anchor = lines.findLastIndex((line) => line.anchor);
  return anchor === -1 ? 0 : Math.max(anchor - Math.floor(room / 3), anchor + 1 - room, 0);
}

function headOf({ rows, exercise }: Scene, columns: number): Line[] {
  const done = rows.filter((row) => row.done).length;
  const { id, kind, title, chapterTitle, work } = exercise;
  const own = rows.find((row) => row.exercise === exercise);
  const state = own?.done ? "，通过了" : "";
  return [
    { text: cut(`${id} ${title}（${KINDS[kind]}${state}）`, columns), style: "bold" },
    ...paragraph(`打开 ${work}`, columns),
    {
      text: cut(`${bar(done, rows.length, columns)} ${done} / ${rows.length}   ${chapterTitle}`, columns),
      style: "dim",
    },
    ...(own?.stricter ? [{ text: cut(`${STRICTER}。`, columns), style: "yellow" as const }] : []),
  ];
}

/** ASCII only: other characters are two columns wide on some terminals. */
function bar(done: number, all: number, columns: number): string {
  const width = Math.max(Math.min(columns - 40, 40), 8);
  const filled = all === 0 ? 0 : Math.floor((done / all) * width);
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
        { text: cut(scene.exercise.solution, columns), style: "bold" },
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

function resultLines({ running, outcome, exercise, rows }: Scene, columns: number): Line[] {
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
  return [
    { text: cut(`没有通过${before}${again}`, columns), style: "red", anchor: true },
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
      const state = done ? "通过" : "    ";
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
  const keys = keysOf(scene);
  const lines = low ? [cut(keys, columns)] : wrap(keys, columns);
  const notice = scene.notice === undefined ? [] : wrap(scene.notice, columns).slice(0, low ? 1 : 4);
  const style = scene.asking ? "yellow" : "dim";
  return [...notice.map((text): Line => ({ text, style: "yellow" })), ...lines.map((text): Line => ({ text, style }))];
}

function keysOf({ asking, view, filter, exercise, hints }: Scene): string {
  if (asking === "reset") return "再按一次 x：换回起点，你写的存为 .bak。按别的键：不换。";
  if (asking === "solution") return "还没有通过。再按一次 s：看解答。按别的键：不看。";
  if (view === "list") return `上下 选  Enter 去这一题  f 只看：${FILTERS[filter]}  l 回去  q 退出`;
  if (view === "solution") return "上下 翻  s 回去  q 退出";
  const hint = hints < exercise.hints.length ? "h 提示  " : "";
  return `${hint}n 下一题  p 上一题  l 列表  r 再检查  x 重置  s 解答  q 退出`;
}

function paragraph(text: string, columns: number): Line[] {
  return wrap(text, columns).map((line) => ({ text: line }));
}

function paint({ text, style }: Line, colour: boolean): string {
  return style && colour && text !== "" ? styleText(style, text, { validateStream: false }) : text;
}
