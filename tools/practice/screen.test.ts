import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { exerciseFor } from "./fixture.ts";
import { FILTERS, frameOf, type Filter, type Scene } from "./screen.ts";
import { cut, wrap } from "./text.ts";

const exercises = Array.from({ length: 30 }, (_, index) => {
  const chapter = String(1 + Math.floor(index / 4)).padStart(2, "0");
  return exerciseFor(`s${chapter}/0${1 + (index % 4)}`, `slug_${index}`, { title: `第 ${index + 1} 题` });
});
const [exercise] = exercises as [(typeof exercises)[0]];

function sceneOf(more: Partial<Scene> = {}): Scene {
  const rows = exercises.map((one, index) => ({ exercise: one, done: index === 1, stricter: index === 2 }));
  const none = { running: false, hints: 0, solution: "", filter: "all", selected: exercise, view: "exercise" } as const;
  return { ...none, rows, exercise, ...more };
}

const failed = (saw: string): Scene["outcome"] => ({
  verdict: { kind: "failed", saw, should: "应当是另一样。", read: "README.md" },
  printed: "",
});
const shown = (scene: Scene, columns = 80, rows = 24) => frameOf(scene, { columns, rows }, false).lines.join("\n");

describe("the screen", () => {
  it("says where the reader is, what to open, how far it is, and which keys there are", () => {
    const text = shown(sceneOf());
    for (const part of [
      "s01/01 第 1 题（补写）",
      `打开 ${exercise.work}`,
      "1 / 30",
      "s01 Chapter s01 1 / 4",
      exercise.task,
      "改完保存",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/\[#?-+\]/);
    expect(text).toMatch(/h 提示 .*n 下一题 .*p 上一题 .*l 列表 .*r 再检查 .*x 重置 .*s 解答 .*q 退出/);
  });

  it("shows the verdict in full, what was printed, and that a newer check is under way", () => {
    const outcome = { verdict: failed("看见了一样。")?.verdict ?? { kind: "passed" }, printed: "hello\n" } as const;
    const text = shown(sceneOf({ outcome, running: true }));
    for (const part of ["没有通过（正在检查新的……）", "看到：看见了一样。", "应当：", "去读：README.md", "hello"]) {
      expect(text).toContain(part);
    }
    expect(shown(sceneOf({ running: true }))).toContain("正在检查……");
  });

  it("leads on after a pass, and is content when all are passed", () => {
    const outcome = { verdict: { kind: "passed" }, printed: "" } as const;
    expect(shown(sceneOf({ outcome }))).toContain("按 n 去下一题");
    const rows = exercises.map((one) => ({ exercise: one, done: true, stricter: false }));
    expect(shown(sceneOf({ outcome, rows }))).toContain("全部练习都通过了");
  });

  it("shows hints one after the other, and offers no more than there are", () => {
    expect(shown(sceneOf({ hints: 0 }))).not.toContain("第一条提示");
    expect(shown(sceneOf({ hints: 1 }))).toMatch(/提示 1 \/ 2\n第一条提示[^]*h 提示/);
    const both = shown(sceneOf({ hints: 2 }));
    expect(both).toContain("第二条提示");
    expect(both).not.toContain("h 提示");
  });

  it("says that a check became stricter after it was passed", () => {
    const rows = [{ exercise, done: true, stricter: true }];
    expect(shown(sceneOf({ rows }))).toContain("检查变严了");
    expect(shown(sceneOf({ rows, view: "list" }))).toContain("检查变严了");
  });

  it("asks before it throws anything away", () => {
    expect(shown(sceneOf({ asking: "reset" }))).toContain("再按一次 x");
    expect(shown(sceneOf({ asking: "solution" }))).toContain("再按一次 s");
  });

  it("keeps the file and every key in sight on a small terminal", () => {
    const text = shown(sceneOf(), 28, 12);
    expect(text.replaceAll("\n", "")).toContain(exercise.work);
    expect(text).toContain("h n p l r x s q");
    expect(shown(sceneOf({ view: "list" }), 36, 12)).toContain("上下 左右 Enter f l q");
    expect(shown(sceneOf({ asking: "solution" }), 30, 12)).toContain("再按一次 s");
    expect(shown(sceneOf({ view: "solution", solution: "x" }), 24, 20).replaceAll("\n", "")).toContain(
      exercise.solution,
    );
  });

  it("says when the terminal is too small for anything, and nothing else", () => {
    for (const [columns, rows] of [
      [19, 24],
      [80, 5],
      [1, 1],
    ] as const) {
      const { lines, tooSmall } = frameOf(sceneOf({ asking: "reset" }), { columns, rows }, false);
      expect(["终端太小", "终端太小".slice(0, columns / 2) + "~", "~"]).toContain(lines.join(""));
      expect(tooSmall).toBe(true);
    }
    const least = shown(sceneOf({ asking: "reset", outcome: failed("看见了一样。") }), 20, 6);
    expect(least).toContain("再按一次 x");
    expect(least).toMatch(/没有通过|看到/);
  });

  it("says how much there is above and below", () => {
    const text = shown(sceneOf({ view: "solution", solution: "line\n".repeat(50), scroll: 10 }), 60, 20);
    const [, above, below] = /↑ 还有 (\d+) 行[^]*↓ 还有 (\d+) 行/.exec(text) ?? [];
    const lines = text.split("\n").filter((line) => line === "line").length;
    // The solution's name and a blank stand above its 50 lines.
    expect(Number(above) + lines + Number(below)).toBe(52);
  });

  it("fills the bar as soon as one is passed, and wholly only when all are", () => {
    const bars = [0, 1, 29, 30].map((done) => {
      const rows = exercises.map((one, index) => ({ exercise: one, done: index < done, stricter: false }));
      return /\[(#*)(-*)\]/
        .exec(shown(sceneOf({ rows })))
        ?.slice(1)
        .map((part) => part.length > 0);
    });
    expect(bars).toEqual([
      [false, true],
      [true, true],
      [true, true],
      [true, false],
    ]);
  });

  it("lists by chapter what the filter lets through, the cursor always in sight", () => {
    const last = exercises.at(-1);
    const text = shown(sceneOf({ view: "list", selected: last }), 80, 18);
    expect(text).toContain(`> ${last?.id}`);
    const done = shown(sceneOf({ view: "list", filter: "done" }), 80, 60);
    expect(done).toContain("第 2 题");
    expect(done).not.toContain("第 3 题");
    expect(shown(sceneOf({ view: "list", filter: "pending" }), 80, 60)).not.toContain("第 2 题");
  });

  it("keeps the verdict in sight when the task is long", () => {
    const long = { ...exercise, task: "很长的任务。".repeat(200) };
    const rows = [{ exercise: long, done: false, stricter: false }];
    const text = shown(sceneOf({ exercise: long, rows, outcome: failed("看见了一样。") }), 60, 20);
    expect(text).toContain("看到：看见了一样。");
    expect(shown(sceneOf({ exercise: long, rows, outcome: failed("看见"), scroll: 0 }), 60, 20)).toMatch(
      /↓ 还有 \d+ 行/,
    );
  });

  it("fits the terminal, however small, and shows the same words with colour and without", () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constant("看到「a」，\u001b[31m应当\t是 b。".repeat(9)),
    );
    const anyChange = fc.record({
      view: fc.constantFrom<Scene["view"]>("exercise", "list", "solution"),
      solution: anyText,
      notice: anyText,
      hints: fc.integer({ min: 0, max: 2 }),
      filter: fc.constantFrom(...(Object.keys(FILTERS) as Filter[])),
      scroll: fc.option(fc.nat(99), { nil: undefined }),
      outcome: fc.option(anyText.map(failed), { nil: undefined }),
      selected: fc.nat(exercises.length - 1),
    });
    fc.assert(
      fc.property(
        anyChange,
        fc.integer({ min: 8, max: 120 }),
        fc.integer({ min: 4, max: 50 }),
        (change, columns, rows) => {
          const scene = sceneOf({ ...change, selected: exercises[change.selected] });
          const bare = frameOf(scene, { columns, rows }, false).lines;
          expect(bare.length).toBeLessThanOrEqual(rows);
          expect(bare.filter((line) => stringWidth(line) > columns)).toEqual([]);
          expect(bare.join("\n")).not.toContain("\u001b");
          const coloured = frameOf(scene, { columns, rows }, true).lines;
          expect(coloured.map(stripVTControlCharacters)).toEqual(bare);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("wrap", () => {
  it("breaks between words and Chinese characters, and before no closing mark", () => {
    expect(wrap("用 executeToolCall 执行", 12)).toEqual(["用", "executeToolC", "all 执行"]);
    expect(wrap("一二三四，五六", 8)).toEqual(["一二三", "四，五六"]);
    expect(wrap("一二三「四」五", 8)).toEqual(["一二三", "「四」五"]);
    expect(wrap("  缩进  再来  一次", 7)).toEqual(["  缩进", "再来", "一次"]);
    expect(wrap("a\n\nb", 8)).toEqual(["a", "", "b"]);
  });

  it("loses nothing but blanks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
        const bare = (one: string) => one.replace(/\s/gu, "");
        const clean = text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "");
        expect(bare(wrap(clean, columns).join(""))).toBe(bare(clean));
      }),
    );
  });

  it("marks what it cuts off", () => {
    expect(cut("一二三四", 5)).toBe("一二~");
    expect(cut("一二三四", 8)).toBe("一二三四");
  });
});
