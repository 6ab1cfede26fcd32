import type { ArgumentRule } from "#s11/rules.ts";

/** A text that `pattern` describes from its first character to its last. */
export function matching(pattern: RegExp): ArgumentRule {
  return (value) => (pattern.test(String(value)) ? undefined : "is no permitted command");
}
