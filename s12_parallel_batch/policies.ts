import type { Ask } from "./ask.ts";
import type { BeforeToolCallContext, BeforeToolCallResult } from "./hooks.ts";
import { findRule, type Rule } from "./rules.ts";

/** What can be plugged into `beforeToolCall`, with a signal from s13 on. Pi: `beforeToolCall` of `AgentLoopConfig`. */
export type Policy = (
  context: BeforeToolCallContext,
  signal?: AbortSignal,
) => Promise<BeforeToolCallResult | undefined>;

const NEEDS_A_PERSON = "This call needs a person's consent, and nobody can be asked here";

/** Decides by rule, for a place where nobody can be asked: what would need a person is refused. */
export function ciPolicy(rules: readonly Rule[]): Policy {
  return policyOf(rules, async ({ ask }) => (ask ? NEEDS_A_PERSON : undefined));
}

/** Lets through what a rule permits and what leaves everything as it was; asks nobody. */
export function readOnlyPolicy(rules: readonly Rule[]): Policy {
  return policyOf(rules, async ({ tool, access, ask }) => {
    if (access !== "read") return `"${tool}" changes things, and this session is read-only`;
    return ask ? NEEDS_A_PERSON : undefined;
  });
}

/** Asks a person where a rule wants it. "always" holds for this tool under this rule, as long as the policy lives. */
export function askPolicy(rules: readonly Rule[], ask: Ask): Policy {
  const always = new Set<Rule>();
  return policyOf(rules, async (rule, { toolCall: { name: tool }, args }, signal) => {
    if (!rule.ask || always.has(rule)) return undefined;
    const answer = await ask({ tool, args, rule }, signal);
    if (answer === "no") return `The user did not allow this call of "${tool}"`;
    if (answer !== "yes" && answer !== "always") return `Nobody answered whether "${tool}" may run`;
    // While the person thought, the world went on.
    const now = findRule(rules, tool, args);
    if (now.rule !== rule) return now.refusal ?? `Another rule covers this call of "${tool}" by now`;
    if (answer === "always") always.add(rule);
    return undefined;
  });
}

/** Why a call that fits a rule is refused all the same. */
type Objection = (rule: Rule, context: BeforeToolCallContext, signal?: AbortSignal) => Promise<string | undefined>;

/** What throws in here refuses the call: the loop makes a result of it. */
function policyOf(rules: readonly Rule[], objection: Objection): Policy {
  return async (context, signal) => {
    const { rule, refusal } = findRule(rules, context.toolCall.name, context.args);
    const reason = rule ? await objection(rule, context, signal) : refusal;
    return reason === undefined ? undefined : { block: true, reason };
  };
}
