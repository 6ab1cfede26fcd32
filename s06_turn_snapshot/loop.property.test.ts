import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyScript, callsOf } from "../shared/testing/any-script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import type { ToolHooks } from "./hooks.ts";
import { MAX_TURNS, runEventedToolLoop, type LoopEvent } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolCall, type ToolHandler } from "./tools.ts";

const handlers: Record<string, ToolHandler> = {
  works: () => "done",
  throws() {
    throw new Error("disk full");
  },
  "changes its arguments"(args) {
    vandalise(args);
    return "changed";
  },
};

/** What each call comes to when no hook interferes. */
const results = {
  works: "done",
  throws: "error: disk full",
  "changes its arguments": "changed",
  "does not exist": "error: Tool does not exist not found",
};

type ToolName = keyof typeof results;
type Plan = { before: "allows" | "blocks" | "throws" | "changes the call"; after: "keeps" | "rewrites" | "throws" };
type Plans = Record<ToolName, Plan>;

const toolNames = Object.keys(results) as ToolName[];
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  before: fc.constantFrom("allows", "blocks", "throws", "changes the call"),
  after: fc.constantFrom("keeps", "rewrites", "throws"),
});
const anyPlans = fc.record({
  works: anyPlan,
  throws: anyPlan,
  "changes its arguments": anyPlan,
  "does not exist": anyPlan,
});

function vandalise(args: Record<string, unknown>): void {
  for (const name of Object.keys(args)) delete args[name];
  args["path"] = "forged";
}

function hooksFrom(plans: Plans): ToolHooks {
  const planFor = (call: ToolCall) => plans[call.name as ToolName];
  return {
    beforeToolCall(call) {
      const { before } = planFor(call);
      if (before === "throws") throw new Error("no rules");
      if (before === "blocks") return { type: "block", reason: "not today" };
      if (before === "changes the call") {
        vandalise(call.arguments);
        call.id = "forged";
      }
      return { type: "allow" };
    },
    afterToolCall(call, result) {
      const { after } = planFor(call);
      if (after === "throws") throw new Error("cannot redact");
      return after === "rewrites" ? `checked: ${result}` : result;
    },
  };
}

/** What a call comes to: the promise of the hook boundary, in five lines. */
function expectedResult(name: ToolName, { before, after }: Plan): string {
  if (before === "throws") return "error: no rules";
  if (before === "blocks") return "blocked: not today";
  if (after === "throws") return "error: cannot redact";
  return after === "rewrites" ? `checked: ${results[name]}` : results[name];
}

function registryThatLogs(ran: string[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, handler] of Object.entries(handlers)) {
    registry.register({ spec: { name, description: "" }, handler: (args) => (ran.push(name), handler(args)) });
  }
  return registry;
}

it("ends each run and answers each call once, in order, as hooks and handler have it, whatever they do", async () => {
  await fc.assert(
    fc.asyncProperty(anyScript(toolNames), anyPlans, async (script, plans) => {
      const state = createState({ systemPrompt: "be brief", model: "model-a" });
      const provider = scripted(script);
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
      expect(state.messages.flatMap((message) => ("toolCalls" in message ? message.toolCalls : []))).toEqual(calls);
      const names = calls.map((call) => call.name as ToolName);
      expect(resultsIn(state.messages)).toEqual(names.map((name) => expectedResult(name, plans[name])));
      // A handler ran for each call that before let through, and for no other.
      const allowed = names.filter((name) => !["blocks", "throws"].includes(plans[name].before));
      expect(ran).toEqual(allowed.filter((name) => name in handlers));
      // What was shown is what is kept.
      const shown = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
      expect(shown).toEqual(state.messages.filter((message) => message.role === "toolResult"));
    }),
  );
});
