import type { ArgumentRule } from "#s11/rules.ts";

/** A text that `pattern` describes from its first character to its last. */
export function matching(pattern: RegExp): ArgumentRule {
  // Grouped, for it may name alternatives. With `m` every line would have a beginning and an end; `g` and `y` remember.
  const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gmy]/g, ""));
  return (value) => (typeof value === "string" && whole.test(value) ? undefined : "is no permitted command");
}
