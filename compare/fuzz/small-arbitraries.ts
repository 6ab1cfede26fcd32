import * as fc from "fast-check";
import type { Act, Pause, ThrownPlan } from "./plan.ts";

export const ACTS: Act[] = [
  "abort",
  "abort",
  "add tool",
  "drop tool",
  "caller prompt",
  "caller model",
  "run prompt",
  "run tools",
  "run messages",
  "run message",
  "steer",
  "follow up",
];

/** Mostly none. */
export const actsArbitrary: fc.Arbitrary<Act[]> = fc.oneof(
  { weight: 7, arbitrary: fc.constant<Act[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 2 }) },
);

export const pauseArbitrary: fc.Arbitrary<Pause> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Pause>(null) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 8 }).map((ticks) => ({ ticks })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 12 }).map((ms) => ({ ms })) },
);

export const thrownArbitrary: fc.Arbitrary<ThrownPlan> = fc.constantFrom(
  "error",
  "empty error",
  "type error",
  "text",
  "number",
  "null",
  "undefined",
  "object",
);

/** A list that is mostly empty: `weight` times for each time that it need not be. */
export function mostlyNone<T>(weight: number, item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.oneof({ weight, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: fc.array(item, { maxLength }) });
}
