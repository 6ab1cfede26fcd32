import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findChapters, loadChapter } from "./chapters.ts";
import { runChapter } from "../shared/cli.ts";
import { fakeTerminal } from "../shared/testing/fake-terminal.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const chapters = await Promise.all(findChapters(root).map(({ folder }) => loadChapter(root, folder)));

it("finds the chapters", () => {
  expect(chapters.map((chapter) => chapter.id).slice(0, 6)).toEqual(["s01", "s02", "s03", "s04", "s05", "s06"]);
});

describe.each(chapters)("$id", (chapter) => {
  const names = chapter.cases.map((scene) => scene.name);

  async function play(...argv: string[]) {
    const terminal = fakeTerminal();
    const code = await runChapter(chapter, argv, terminal);
    return { code, out: terminal.out, err: terminal.err };
  }

  it("has four cases at least, the first is the default, and no name comes twice", () => {
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect(names[0]).toBe("default");
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(names)("%s plays to its end, uses up its script, and prints the same bytes twice", async (name) => {
    const first = await play("--case", name);
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: "" });
    // From s08 on a run may end without a reply to show: broken off, stopped after a batch, or refused.
    expect(first.out).toMatch(chapter.id < "s08" ? /^\[assistant\]$/m : /^(\[|agent_end)/m);
    expect(first.out).not.toMatch(/[^\P{Cc}\n]/u);
    expect(await play("--case", name)).toEqual(first);
  });

  it.each(names)("%s is NDJSON with --json, the same bytes twice", async (name) => {
    const first = await play("--json", "--case", name);
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: "" });
    const items = first.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(items[0]).toEqual({ kind: "case", chapter: chapter.id, title: chapter.title, case: name });
    expect(await play("--json", "--case", name)).toEqual(first);
  });
});
