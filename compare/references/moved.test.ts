import { describe, expect, it } from "vitest";
import { TempCourse } from "../../tools/temp-course.ts";
import { smallPi } from "./fixture.ts";
import { describeMoves } from "./moved-report.ts";
import { movedReferences } from "./moved.ts";
import { readPi } from "./pi-source.ts";

const BEFORE = {
  "agent-loop.ts": `export function same() {}
export function lower() {}
/** One. */
export function told() {}
export function done() { return 1; }
export function away() {}
export function vanished() {}
`,
};
const AFTER = {
  "agent-loop.ts": `export function same() {}

export function lower() {}
/** Two. */
export function told() {}
export function done() { return 2; }
export function vanishedd() {}
`,
  "run.ts": "export function away() {}\n",
};
const NAMES = ["same", "lower", "told", "done", "away", "vanished"];

async function moves() {
  const course = new TempCourse({
    "README.md": `${NAMES.map((name) => `[agent-loop.ts#${name}]()`).join("\n")}\n\n[agent-loop.ts#wrong]()\n`,
    "s01_minimal_loop/loop.ts": "/** Pi: `lower` in `agent-loop.ts`. */\nexport const a = 1;\n",
  });
  return movedReferences(course.root, readPi(smallPi(BEFORE)), readPi(smallPi(AFTER, "0.84.4")));
}

describe("movedReferences", () => {
  it("says what became of each reference, and leaves wrong ones to the check", async () => {
    expect(await moves()).toEqual([
      { reference: "agent-loop.ts#away", uses: [at(5)], change: "vanished", from: 6, elsewhere: ["run.ts#away"] },
      { reference: "agent-loop.ts#done", uses: [at(4)], change: "changed", from: 5, to: 6 },
      {
        reference: "agent-loop.ts#lower",
        uses: [at(2), { file: "s01_minimal_loop/loop.ts", line: 1 }],
        change: "moved",
        from: 2,
        to: 3,
      },
      { reference: "agent-loop.ts#same", uses: [at(1)], change: "same", from: 1, to: 1 },
      { reference: "agent-loop.ts#told", uses: [at(3)], change: "reworded", from: 4, to: 5 },
      {
        reference: "agent-loop.ts#vanished",
        uses: [at(6)],
        change: "vanished",
        from: 7,
        elsewhere: ["agent-loop.ts#vanishedd"],
      },
    ]);
  });

  it("finds a reference whose whole file is gone", async () => {
    const course = new TempCourse({ "README.md": "[agent-loop.ts#same]()\n" });
    const after = readPi(smallPi({ "run.ts": "export function same() {}\n" }));
    expect(await movedReferences(course.root, readPi(smallPi(BEFORE)), after)).toMatchObject([
      { change: "vanished", elsewhere: ["run.ts#same"] },
    ]);
  });
});

it("describeMoves puts what concerns a maintainer most first", async () => {
  expect(describeMoves(await moves(), "0.83.0", "0.84.4"))
    .toBe(`引用：Pi 0.83.0 → 0.84.4，课程提到 6 个名字，1 个原样没动

没有了：2
  agent-loop.ts#away:6
      用在 README.md:5
      现在有 run.ts#away
  agent-loop.ts#vanished:7
      用在 README.md:6
      现在有 agent-loop.ts#vanishedd

代码变了：1
  agent-loop.ts#done:5 → 6
      用在 README.md:4

只有注释变了：1
  agent-loop.ts#told:4 → 5
      用在 README.md:3

只换了行：1
  agent-loop.ts#lower:2 → 3
      用在 README.md:2、s01_minimal_loop/loop.ts:1`);
});

function at(line: number) {
  return { file: "README.md", line };
}
