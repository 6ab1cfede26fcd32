/**
 * Judges one argument: undefined when it may pass, otherwise why not, in words that the model can read. `value` is
 * undefined when the call leaves the argument out. Throwing refuses the call, too.
 */
export type ArgumentRule = (value: unknown) => string | undefined;

/** What is permitted. There are no rules that forbid: what no rule permits is refused. */
export type Rule = {
  /** What it permits, in words for the person who is asked. */
  name: string;
  tool: string;
  /** "read" leaves everything as it was. */
  access: "read" | "write";
  /** Only if a person says so. */
  ask?: boolean;
  /** One for each argument that the rule understands; a call with any other does not fit. */
  args: Readonly<Record<string, ArgumentRule>>;
};

/** The rule that a call fits, or why it fits none. */
export type Verdict = { rule: Rule; refusal?: undefined } | { rule?: undefined; refusal: string };

/** The first rule that a call fits; throws when an argument rule does. */
export function findRule(rules: readonly Rule[], tool: string, args: unknown): Verdict {
  const candidates = rules.filter((rule) => rule.tool === tool);
  // All are asked, though one may fit: whatever throws refuses the call.
  const judged = candidates.map((rule) => ({ rule, reason: whyNot(rule, args) }));
  const fitting = judged.find(({ reason }) => reason === undefined);
  if (fitting) return { rule: fitting.rule };
  const reasons = new Set(judged.map(({ reason }) => reason));
  return { refusal: [...reasons].join("; ") || `No rule covers the tool "${tool}"` };
}

function whyNot({ tool, args: known }: Rule, args: unknown): string | undefined {
  if (!isRecord(args)) return `The arguments of "${tool}" are not an object`;
  const stray = Reflect.ownKeys(args).find((name) => !Object.hasOwn(known, name));
  if (stray !== undefined) return `No rule of "${tool}" covers the argument "${String(stray)}"`;
  for (const [name, judge] of Object.entries(known)) {
    // Not what the object may have inherited.
    const reason = judge(Object.hasOwn(args, name) ? args[name] : undefined);
    if (reason !== undefined) return `Argument "${name}" of "${tool}": ${reason}`;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Any text, for an argument that cannot do harm by what it says. */
export const anyText: ArgumentRule = (value) => (typeof value === "string" ? undefined : "must be text");

/** Exactly one of these values. */
export function oneOf(...values: unknown[]): ArgumentRule {
  return (value) => (values.includes(value) ? undefined : `must be one of ${JSON.stringify(values)}`);
}
