import type { Line } from "./line.ts";
import type { Scenario } from "./scenario.ts";

/** What Pi's trace of a scenario lacks to show the scenario's point, in Chinese; empty when it shows it. */
export function missedPoints({ evidence, inOrder = [], absent }: Scenario, lines: readonly Line[]): string[] {
  const proofs = typeof evidence === "string" ? [evidence] : evidence;
  if ([...proofs, ...inOrder, absent].includes("") || proofs.length === 0) return ["证据是空的，什么都证明不了"];
  const shown = lines.map((line) => `${line.key} ${JSON.stringify(line.data)}`);
  const missed = proofs
    .filter((proof) => !shown.some((line) => line.includes(proof)))
    .map((proof) => `trace 里没有 ${proof}`);
  let next = 0;
  for (const wanted of inOrder) {
    const found = shown.findIndex((line, index) => index >= next && line.includes(wanted));
    if (found < 0) {
      missed.push(`该按先后出现的，第 ${next} 行以后没有 ${wanted}`);
      break;
    }
    next = found + 1;
  }
  if (absent !== undefined && shown.some((line) => line.includes(absent))) missed.push(`trace 里不该有 ${absent}`);
  return missed;
}
