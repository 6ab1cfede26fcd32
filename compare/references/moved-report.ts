import type { Move } from "./moved.ts";

/** In the order in which they concern a maintainer. */
const GROUPS: { change: Move["change"]; title: string }[] = [
  { change: "vanished", title: "没有了" },
  { change: "changed", title: "代码变了" },
  { change: "reworded", title: "只有注释变了" },
  { change: "moved", title: "只换了行" },
];

/** At most this many places of use are named for a reference. */
const SHOWN_USES = 3;

/** The moves from one version to another as a person reads them, in Chinese; those that stayed are only counted. */
export function describeMoves(moves: readonly Move[], from: string, to: string): string {
  const same = moves.filter(({ change }) => change === "same").length;
  const groups = GROUPS.flatMap(({ change, title }) => {
    const own = moves.filter((move) => move.change === change);
    return own.length === 0 ? [] : [[`${title}：${own.length}`, ...own.map(describeMove)].join("\n")];
  });
  const heading = `引用：Pi ${from} → ${to}，课程提到 ${moves.length} 个名字，${same} 个原样没动`;
  return [heading, ...groups].join("\n\n");
}

function describeMove(move: Move): string {
  const where =
    move.change === "vanished" ? `${move.from}` : move.from === move.to ? `${move.to}` : `${move.from} → ${move.to}`;
  const uses = [...new Set(move.uses.map(({ file, line }) => `${file}:${line}`))];
  const more = uses.length > SHOWN_USES ? ` 等 ${uses.length} 处` : "";
  const lines = [`  ${move.reference}:${where}`, `      用在 ${uses.slice(0, SHOWN_USES).join("、")}${more}`];
  if (move.change === "vanished" && move.elsewhere.length > 0) lines.push(`      现在有 ${move.elsewhere.join("、")}`);
  return lines.join("\n");
}
