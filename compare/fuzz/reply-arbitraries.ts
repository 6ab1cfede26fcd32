import * as fc from "fast-check";
import { argumentsArbitrary } from "./schema-arbitraries.ts";
import { ACTS } from "./small-arbitraries.ts";
import type { PartPlan } from "./plan.ts";

const ids = fc.constantFrom("c1", "c2", "c3", "c4", "c5");
const names = fc.constantFrom("t1", "t1", "t2", "t2", "t3", "t4", "missing");

const call: fc.Arbitrary<PartPlan> = fc.record({
  type: fc.constant("call" as const),
  id: ids,
  name: names,
  arguments: fc.oneof(fc.constant({}), argumentsArbitrary),
});

const said: fc.Arbitrary<PartPlan> = fc.record({
  type: fc.constantFrom("text" as const, "thinking" as const),
  text: fc.constantFrom("hi", "ho", ""),
});

const fragments: fc.Arbitrary<PartPlan> = fc.record({
  type: fc.constant("fragments" as const),
  id: ids,
  name: names,
  pieces: fc.array(fc.constantFrom('{"a":', '"x"', "}"), { maxLength: 3 }),
  arguments: fc.option(argumentsArbitrary, { freq: 2, nil: null }),
});

const rest: fc.Arbitrary<PartPlan> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 10 }).map((ms): PartPlan => ({ type: "wait", ms })) },
  { weight: 2, arbitrary: fc.constantFrom(...ACTS).map((act): PartPlan => ({ type: "act", act })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("stop" as const, "length" as const, "length" as const, "aborted" as const)
      .map((stopReason): PartPlan => ({ type: "end", stopReason })),
  },
  { weight: 1, arbitrary: fc.constant<PartPlan>({ type: "fail", message: "overloaded" }) },
  { weight: 1, arbitrary: fc.constant<PartPlan>({ type: "quietEnd" }) },
);

/** One reply of the provider: mostly calls, since they lead furthest. */
export const replyArbitrary: fc.Arbitrary<PartPlan[]> = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: call },
    { weight: 3, arbitrary: said },
    { weight: 1, arbitrary: fragments },
    { weight: 2, arbitrary: rest },
  ),
  { maxLength: 6 },
);
