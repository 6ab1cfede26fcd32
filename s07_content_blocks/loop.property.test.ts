import * as fc from "fast-check";
import { expect, it } from "vitest";
import { thinking } from "../shared/script.ts";
import { anyScript, callsOf } from "../shared/testing/any-script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered } from "../shared/testing/transcript.ts";
import type { AfterToolCallResult, ToolHooks } from "./hooks.ts";
import { MAX_TURNS, runEventedToolLoop, type LoopEvent } from "./loop.ts";
import type { ToolCall } from "./messages.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler, type ToolResult } from "./tools.ts";

type Outcome = ToolResult & { isError: boolean };

const done = (result: ToolResult): Outcome => ({ ...result, isError: false });
const failed = (text: string): Outcome => ({ ...saying(text), isError: true });
const picture = (): ToolResult => ({
  content: [{ type: "image", data: "aGk=", mimeType: "image/png" }],
  details: { width: 1 },
});

const handlers: Record<string, ToolHandler> = {
  works: async () => saying("done"),
  "shows a picture": async () => picture(),
  rejects: () => Promise.reject(new Error("disk full")),
  "throws at once"() {
    throw "offline";
  },
  async "takes its time"() {
    await new Promise((resolve) => setImmediate(resolve));
    return saying("done at last");
  },
  async "changes its arguments"(args) {
    vandalise(args);
    return saying("changed");
  },
};

/** What each call comes to when no hook interferes. */
const outcomes = {
  works: done(saying("done")),
  "shows a picture": done(picture()),
  rejects: failed("disk full"),
  "throws at once": failed("offline"),
  "takes its time": done(saying("done at last")),
  "changes its arguments": done(saying("changed")),
  "does not exist": failed("Tool does not exist not found"),
};

/** How an after hook may change a result, field by field. */
const changes = {
  keeps: {},
  rewrites: { content: [{ type: "text", text: "checked" }] },
  empties: { content: [] },
  "tells more": { details: "checked" },
  alarms: { isError: true },
  excuses: { isError: false },
} satisfies Record<string, AfterToolCallResult>;

type ToolName = keyof typeof outcomes;
type Plan = {
  before: "allows" | "says nothing" | "blocks" | "rejects" | "changes the call";
  after: keyof typeof changes | "rejects";
};
type Plans = Record<ToolName, Plan>;

const toolNames = Object.keys(outcomes) as ToolName[];
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  before: fc.constantFrom("allows", "says nothing", "blocks", "rejects", "changes the call"),
  after: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[]), "rejects"),
});
const anyPlans: fc.Arbitrary<Plans> = fc
  .tuple(...toolNames.map((name) => fc.tuple(fc.constant(name), anyPlan)))
  .map((plans) => Object.fromEntries(plans) as Plans);

function vandalise(args: Record<string, unknown>): void {
  for (const name of Object.keys(args)) delete args[name];
  args["path"] = "forged";
}

function hooksFrom(plans: Plans): ToolHooks {
  const planFor = (call: ToolCall) => plans[call.name as ToolName];
  return {
    async beforeToolCall(call) {
      const { before } = planFor(call);
      if (before === "rejects") throw new Error("no rules");
      if (before === "blocks") return { type: "block", reason: "not today" };
      if (before === "says nothing") return undefined;
      if (before === "changes the call") {
        vandalise(call.arguments);
        call.id = "forged";
      }
      return { type: "allow" };
    },
    async afterToolCall(call) {
      const { after } = planFor(call);
      if (after === "rejects") throw new Error("cannot redact");
      return changes[after];
    },
  };
}

/** What a call comes to: the promise of the hook boundary, in four lines. */
function expectedOutcome(name: ToolName, { before, after }: Plan): Outcome {
  if (before === "rejects") return failed("no rules");
  if (before === "blocks") return failed("not today");
  if (after === "rejects") return failed("cannot redact");
  return { ...outcomes[name], ...changes[after] };
}

function registryThatLogs(ran: string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, handler] of Object.entries(handlers)) {
    registry.register({ spec: { name, description: "" }, handler: (args) => (ran.push(name), handler(args)) });
  }
  return registry;
}

const anyThought = fc.string().map((thought) => thinking(thought));

it("ends each run and answers each call once, in order, as hooks and handler have it, whatever they do", async () => {
  await fc.assert(
    fc.asyncProperty(anyScript(toolNames, [anyThought]), anyPlans, async (script, plans) => {
      const state = createState({ systemPrompt: "be brief", model: "model-a" });
      const provider = scripted(script, undefined, { blocks: true });
      const ran: string[] = [];
      const registry = registryThatLogs(ran);
      const events: LoopEvent[] = [];
      const output = (event: LoopEvent) => void events.push(event);

      for (const input of ["first run", "second run"]) {
        const before = provider.requests.length;
        const reply = await runEventedToolLoop(state, provider, registry, hooksFrom(plans), input, output);
        expect(state.messages.findLast((message) => message.role === "assistant")).toBe(reply);
        expect(provider.requests.length - before).toBeLessThanOrEqual(MAX_TURNS);
      }

      expectEachCallAnswered(state.messages);
      // Every call that came through is in the transcript as it was made, and every result is that of its call.
      const calls = script.slice(0, provider.requests.length).flatMap(callsOf);
      const blocks = state.messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
      const asked = calls.map((call) => ({ type: "toolCall", ...call }));
      expect(blocks.filter((block) => block.type === "toolCall")).toEqual(asked);
      const results = state.messages.filter((message) => message.role === "toolResult");
      const expected = calls.map(({ id, name }) => {
        const outcome = expectedOutcome(name as ToolName, plans[name as ToolName]);
        return { role: "toolResult", toolCallId: id, toolName: name, ...outcome };
      });
      expect(results).toEqual(expected);
      // A handler ran for each call that before let through, and for no other.
      const allowed = calls.filter(({ name }) => !["blocks", "rejects"].includes(plans[name as ToolName].before));
      expect(ran).toEqual(allowed.map((call) => call.name).filter((name) => name in handlers));
      // What was shown is what is kept.
      const shown = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
      expect(shown).toEqual(results);
    }),
  );
});
