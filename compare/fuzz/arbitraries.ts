import * as fc from "fast-check";
import { argumentPlanArbitrary } from "./argument-plans.ts";
import { replyArbitrary } from "./reply-arbitraries.ts";
import { actsArbitrary, ACTS, mostlyNone, pauseArbitrary, thrownArbitrary } from "./small-arbitraries.ts";
import { schemaArbitrary } from "./schema-arbitraries.ts";
import type {
  AfterPlan,
  BeforePlan,
  ConfigPlan,
  Plan,
  Place,
  PollPlan,
  ResultPlan,
  ToolPlan,
  TurnPlan,
} from "./plan.ts";

const BLOCKS: ResultPlan["content"][] = [
  [{ type: "text", text: "ok" }],
  [],
  [{ type: "image", data: "aGk=", mimeType: "image/png" }],
  [
    { type: "text", text: "one" },
    { type: "text", text: "two" },
  ],
  null,
];
const USAGE = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 };

const result: fc.Arbitrary<ResultPlan> = fc.record<ResultPlan, keyof ResultPlan>(
  {
    content: fc.constantFrom(...BLOCKS),
    details: fc.constantFrom<unknown>({}, null, 0, { width: 1 }, "text", undefined),
    usage: fc.constantFrom<ResultPlan["usage"]>(USAGE, null),
    addedToolNames: fc.constantFrom<string[]>([], ["t4"]),
    terminate: fc.constantFrom(true, true, false, null),
  },
  { requiredKeys: [] },
);

const change: fc.Arbitrary<ResultPlan> = fc
  .tuple(result, fc.constantFrom(undefined, true, false, null))
  .map(([fields, isError]): ResultPlan => ({ ...fields, ...(isError !== undefined && { isError }) }));

const plainResult: ResultPlan = { content: [{ type: "text", text: "ok" }], details: {} };

const outcome: fc.Arbitrary<ToolPlan["outcome"]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("returns" as const),
      result: fc.oneof(fc.constant(plainResult), result),
      shared: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("throws" as const), thrown: thrownArbitrary }) },
  { weight: 1, arbitrary: fc.constant({ type: "nothing" as const }) },
);

const seldom = { freq: 4, nil: null };

const toolWithName = (name: string): fc.Arbitrary<ToolPlan> =>
  fc.record({
    name: fc.constant(name),
    schema: schemaArbitrary,
    mode: fc.constantFrom(null, null, null, "parallel" as const, "sequential" as const),
    prepare: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "same" as const,
          "copy" as const,
          "in place" as const,
          "null" as const,
          "throws" as const,
          "aborts" as const,
          "aborts" as const,
          "aborts" as const,
        ),
      },
    ),
    pause: pauseArbitrary,
    stalls: fc.integer({ min: 0, max: 30 }).map((n) => n === 30),
    heedsAbort: fc.boolean(),
    acts: actsArbitrary,
    updates: mostlyNone(2, pauseArbitrary, 3),
    lastWords: fc.boolean(),
    outcome,
  });

const tools: fc.Arbitrary<Plan["tools"]> = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(toolWithName("t1"), toolWithName("t2"), toolWithName("t3")) },
  { weight: 3, arbitrary: fc.array(fc.constantFrom("t1", "t2").chain(toolWithName), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

const before: fc.Arbitrary<BeforePlan> = fc.record({
  pause: pauseArbitrary,
  acts: actsArbitrary,
  mutates: fc.constantFrom(null, null, "args" as const, "written" as const),
  answer: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("undefined" as const, "null" as const, {}) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        { block: true },
        { block: true, reason: "" },
        { block: true, reason: "no" },
        { block: false, reason: "yes" },
      ),
    },
    { weight: 1, arbitrary: thrownArbitrary.map((throws) => ({ throws })) },
  ),
});

const after: fc.Arbitrary<AfterPlan> = fc.record({
  pause: pauseArbitrary,
  acts: actsArbitrary,
  mutates: fc.constantFrom(null, null, "args" as const, "result" as const),
  answer: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("undefined" as const, "null" as const, {}) },
    { weight: 4, arbitrary: change },
    { weight: 1, arbitrary: thrownArbitrary.map((throws) => ({ throws })) },
  ),
});

const turn: fc.Arbitrary<TurnPlan> = fc.record({
  pause: pauseArbitrary,
  acts: actsArbitrary,
  update: fc.option(
    fc.record(
      {
        context: fc.constantFrom(
          "same" as const,
          "copy" as const,
          "slice" as const,
          "prompt" as const,
          "no tools" as const,
        ),
        model: fc.constantFrom("model-b", "model-c"),
        thinkingLevel: fc.constantFrom("off" as const, "low" as const, "high" as const),
      },
      { requiredKeys: [] },
    ),
    { nil: null },
  ),
});

const poll: fc.Arbitrary<PollPlan> = fc.record({
  pause: pauseArbitrary,
  texts: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 3, arbitrary: fc.array(fc.constantFrom("one", "two"), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom("undefined" as const, "null" as const) },
  ),
});

const options = fc.record(
  {
    apiKey: fc.constant("key-0"),
    reasoning: fc.constantFrom("low", "high"),
    temperature: fc.constant(0.5),
    sessionId: fc.constant("session"),
  },
  { requiredKeys: [] },
);

const config: fc.Arbitrary<ConfigPlan> = fc.record({
  toolExecution: fc.constantFrom(null, null, "parallel" as const, "sequential" as const),
  options,
  transform: fc.option(
    fc.record({ pause: pauseArbitrary, keepLast: fc.constantFrom(0, 1, 3), acts: actsArbitrary }),
    seldom,
  ),
  convert: fc.record({
    pause: pauseArbitrary,
    how: fc.constantFrom("same" as const, "map" as const, "users" as const),
    acts: actsArbitrary,
  }),
  apiKeys: fc.option(
    fc.record({
      pause: pauseArbitrary,
      keys: fc.array(fc.constantFrom("key-1", "", null), { maxLength: 2 }),
      acts: actsArbitrary,
    }),
    seldom,
  ),
  turns: fc.option(fc.array(turn, { maxLength: 3 }), { nil: null }),
  stops: fc.option(
    fc.array(fc.record({ pause: pauseArbitrary, stop: fc.constantFrom(false, false, null, true) }), { maxLength: 3 }),
    { nil: null },
  ),
  steering: fc.option(fc.array(poll, { maxLength: 4 }), { nil: null }),
  followUps: fc.option(fc.array(poll, { maxLength: 3 }), { nil: null }),
});

const PLACES: Place[] = [
  "sink",
  "convertToLlm",
  "transformContext",
  "streamFn",
  "getApiKey",
  "prepareNextTurn",
  "shouldStopAfterTurn",
  "getSteeringMessages",
  "getFollowUpMessages",
];

/** Everything that a play can be made of, at once. */
const fullPlan: fc.Arbitrary<Plan> = fc
  .record({
    way: fc.constantFrom("awaited", "awaited", "stream"),
    runs: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(1, 1, 2, 0) },
        { weight: 1, arbitrary: fc.constant("continue" as const) },
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    kept: fc.array(fc.constantFrom("user", "assistant", "toolResult", "custom"), { maxLength: 3 }),
    keeps: fc.boolean(),
    signal: fc.constantFrom("open", "open", "open", "open", "open", "none", "aborted"),
    tools,
    replies: fc.array(replyArbitrary, { maxLength: 4 }),
    provider: fc.record({
      transport: fc.constantFrom("pulled", "pushed"),
      pause: pauseArbitrary,
      startless: fc.constantFrom(false, false, false, true),
    }),
    listener: fc.record({
      pauses: mostlyNone(1, pauseArbitrary, 4),
      acts: mostlyNone(3, fc.record({ at: fc.integer({ min: 1, max: 25 }), act: fc.constantFrom(...ACTS) }), 2),
      resultFirst: fc.boolean(),
      leavesAt: fc.option(fc.integer({ min: 1, max: 20 }), seldom),
    }),
    before: fc.option(fc.array(before, { maxLength: 4 }), { nil: null }),
    after: fc.option(fc.array(after, { maxLength: 4 }), { nil: null }),
    config,
    timed: mostlyNone(2, fc.record({ ms: fc.integer({ min: 0, max: 30 }), act: fc.constantFrom(...ACTS) }), 2),
    breaks: fc.option(fc.record({ where: fc.constantFrom(...PLACES), at: fc.integer({ min: 1, max: 8 }) }), {
      freq: 10,
      nil: null,
    }),
  })
  .map(withinContract);

/** A play of the fuzz. */
export const planArbitrary: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 4, arbitrary: fullPlan },
  { weight: 1, arbitrary: argumentPlanArbitrary },
);

/**
 * What a stream cannot show on both sides alike. Pi's never ends when a run rejects, and a tool that returns nothing
 * makes it reject. And the reader looks at an event a little later than the loop tells it: what is written into it
 * meanwhile stands in it or not, by luck.
 */
function withinContract(plan: Plan): Plan {
  if (plan.way === "awaited") return plan;
  const tools = plan.tools?.map((tool): ToolPlan => {
    const { outcome, prepare } = tool;
    return {
      ...tool,
      prepare: prepare === "in place" ? "copy" : prepare,
      outcome: outcome.type === "nothing" ? { type: "returns", result: {}, shared: false } : outcome,
    };
  });
  const before = plan.before?.map((hook): BeforePlan => ({ ...hook, mutates: hook.mutates && "args" }));
  const after = plan.after?.map((hook): AfterPlan => ({ ...hook, mutates: hook.mutates && "args" }));
  return { ...plan, tools: tools ?? null, before: before ?? null, after: after ?? null };
}
