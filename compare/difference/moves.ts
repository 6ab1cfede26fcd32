import type { Line } from "../play/line.ts";

/** What a line changed places with. */
export type Among = "its message" | "other calls";

/**
 * For each line that both sides have: with which kinds of neighbours it changed places.
 * `chapter` and `pi` give the common lines by id, each in the order of its side.
 */
export function movesBetween(chapter: Map<string, Line>, pi: Map<string, Line>): Map<string, Set<Among>> {
  const place = new Map([...pi.keys()].map((id, index) => [id, index]));
  const common = [...chapter.entries()].filter(([id]) => place.has(id));
  const moves = new Map<string, Set<Among>>();
  common.forEach(([id, line], index) => {
    for (const [laterId, later] of common.slice(index + 1)) {
      if ((place.get(id) ?? 0) < (place.get(laterId) ?? 0)) continue;
      // Told once, at the line of a tool; a reply's own lines only make way for it.
      const teller = isOfTool(line) ? id : laterId;
      const among = isOfTool(line) && isOfTool(later) ? "other calls" : "its message";
      moves.set(teller, (moves.get(teller) ?? new Set()).add(among));
    }
  });
  return moves;
}

/** Lines of a tool's execution and its result, with what its hooks say; all others belong to the reply or to the run. */
function isOfTool(line: Line): boolean {
  return line.kind === "note" || /^(tool_execution|message_(start|end) toolResult)/.test(line.key);
}
