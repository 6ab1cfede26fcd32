import { textOf } from "../../shared/content.ts";
import type { VirtualClock } from "../../shared/virtual-clock.ts";
import type {
  Moment,
  Say,
  ScenarioCall,
  ScenarioChange,
  ScenarioDecision,
  ScenarioHooks,
  ScenarioOutcome,
  ScenarioResult,
  ScenarioTool,
  Told,
  World,
} from "./scenario.ts";

/** Where the tools and hooks of a scenario act, whichever loop plays it. */
export type Wings = { world: World; say: Say; clock: VirtualClock };

/** What a tool returned, as a result and no bare text. */
export type WholeResult = Exclude<ScenarioResult, string> & { details: unknown };

/** Runs a tool once the time that it takes has passed; it never ends when it stalls. Rejects with what it throws. */
export async function runTool(
  tool: ScenarioTool,
  args: Record<string, unknown>,
  { world, say, clock }: Wings,
  signal?: AbortSignal,
): Promise<WholeResult> {
  const takes = typeof tool.takes === "function" ? tool.takes(args) : tool.takes;
  if (takes !== undefined) await clock.sleep(takes, tool.heedsAbort ? signal : undefined);
  if (tool.stalls) await new Promise<never>(() => {});
  const result = await tool.run(args, world, say, momentOf(clock, signal));
  return typeof result === "string" ? { content: textBlocks(result), details: {} } : { details: {}, ...result };
}

/** Asks the before hook, once the time that it takes has passed. `told` is looked at only then. */
export async function askBefore(
  { before, beforeTakes }: ScenarioHooks,
  call: ScenarioCall,
  { world, say, clock }: Wings,
  told: () => Told,
  signal?: AbortSignal,
): Promise<ScenarioDecision> {
  if (beforeTakes !== undefined) await clock.sleep(beforeTakes);
  return before?.(call, world, say, { ...momentOf(clock, signal), ...told() });
}

/** Asks the after hook as `askBefore` does; a text that it gives comes back as content. */
export async function askAfter(
  { after, afterTakes }: ScenarioHooks,
  call: ScenarioCall,
  outcome: Omit<ScenarioOutcome, "text">,
  { world, say, clock }: Wings,
  told: () => Told,
  signal?: AbortSignal,
): Promise<Omit<NonNullable<ScenarioChange>, "text"> | undefined> {
  if (afterTakes !== undefined) await clock.sleep(afterTakes);
  const seen = { text: textOf(outcome.content), ...outcome };
  const changed = await after?.(call, seen, world, say, { ...momentOf(clock, signal), ...told() });
  if (!changed) return undefined;
  const { text, ...fields } = changed;
  return text === undefined ? fields : { ...fields, content: textBlocks(text) };
}

function textBlocks(text: string): { type: "text"; text: string }[] {
  return [{ type: "text", text }];
}

function momentOf(clock: VirtualClock, signal: AbortSignal | undefined): Moment {
  return { now: clock.now, aborted: signal?.aborted ?? false };
}
