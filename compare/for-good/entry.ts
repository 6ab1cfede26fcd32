import type { Outcome } from "../play/outcome.ts";
import type { Scenario } from "../play/scenario.ts";

/** A place outside the curve where the course differs from Pi on purpose, or where Pi's users met trouble. */
export type ForGood = {
  id: string;
  /** What Pi does there and why the course does not follow, in Chinese. */
  reason: string;
  /** The issue of earendil-works/pi where Pi's users met it. */
  issue?: number;
  scenario: Scenario;
  /** Whether Pi, having played the scenario, still behaves as `reason` says. */
  piStill(outcome: Outcome): boolean;
  /** The first chapter that differs there; undefined until one does. */
  since?: string;
  /** The first chapter that does as Pi again, with the same right. */
  until?: string;
};

/** Whether a line with this key was traced. */
export function traced({ lines }: Outcome, key: string): boolean {
  return lines.some((line) => line.key === key);
}
