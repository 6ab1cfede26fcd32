import * as fc from "fast-check";
import { argumentsArbitrary, particularSchemaArbitrary } from "./schema-arbitraries.ts";
import type { PartPlan, Plan, SchemaPlan, ToolPlan } from "./plan.ts";

/** A play in which nothing happens but calls, to tools that are particular about their arguments. */
export const argumentPlanArbitrary: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.tuple(particularSchemaArbitrary, particularSchemaArbitrary, particularSchemaArbitrary),
    fc.array(fc.tuple(fc.constantFrom("t1", "t2", "t3"), argumentsArbitrary), { minLength: 1, maxLength: 12 }),
  )
  .map(([schemas, calls]) => planOf(schemas, calls));

function planOf(schemas: SchemaPlan[], calls: [string, Record<string, unknown>][]): Plan {
  const reply = calls.map(([name, args], index): PartPlan => {
    return { type: "call", id: `c${index}`, name, arguments: args };
  });
  return {
    way: "awaited",
    runs: [1],
    kept: [],
    keeps: false,
    signal: "none",
    tools: schemas.map((schema, index) => plainTool(`t${index + 1}`, schema)),
    replies: [reply],
    provider: { transport: "pulled", pause: null, startless: true },
    listener: { pauses: [], acts: [], resultFirst: false, leavesAt: null },
    before: null,
    after: null,
    config: {
      toolExecution: null,
      options: {},
      transform: null,
      convert: { pause: null, how: "same", acts: [] },
      apiKeys: null,
      turns: null,
      stops: null,
      steering: null,
      followUps: null,
    },
    timed: [],
    breaks: null,
  };
}

/** A tool that does nothing but say that it ran. */
export function plainTool(name: string, schema: SchemaPlan): ToolPlan {
  return {
    name,
    schema,
    mode: null,
    prepare: null,
    pause: null,
    stalls: false,
    heedsAbort: false,
    acts: [],
    updates: [],
    lastWords: false,
    outcome: { type: "returns", result: { content: [{ type: "text", text: name }], details: {} }, shared: false },
  };
}
