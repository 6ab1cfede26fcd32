import * as fc from "fast-check";
import { expect, it } from "vitest";
import { anyScript, callsOf } from "../shared/testing/any-script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import { MAX_TURNS, runEventedToolLoop, type LoopEvent } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

const handlers: Record<string, ToolHandler> = {
  works: () => "done",
  throws() {
    throw new Error("disk full");
  },
  "throws no error"() {
    throw Object.create(null);
  },
  "changes its arguments"(args) {
    for (const name of Object.keys(args)) delete args[name];
    args["path"] = "forged";
    return "changed";
  },
};

/** What each call must come to, whatever happened before it. */
const results: Record<string, string> = {
  works: "done",
  throws: "error: disk full",
  "throws no error": "error: unknown error",
  "changes its arguments": "changed",
  "does not exist": "error: Tool does not exist not found",
};

const registry = new ToolRegistry();
for (const [name, handler] of Object.entries(handlers)) registry.register({ spec: { name, description: "" }, handler });

it("ends each run and answers each call once, in order, with its own result, whatever the provider says", async () => {
  await fc.assert(
    fc.asyncProperty(anyScript(Object.keys(results)), async (script) => {
      const state = createState();
      const provider = scripted(script);
      const events: LoopEvent[] = [];
      const output = (event: LoopEvent) => void events.push(event);

      for (const input of ["first run", "second run"]) {
        const before = provider.requests.length;
        const reply = await runEventedToolLoop(state, provider, registry, input, output);
        expect(state.messages.findLast((message) => message.role === "assistant")).toBe(reply);
        expect(provider.requests.length - before).toBeLessThanOrEqual(MAX_TURNS);
      }

      expectEachCallAnswered(state.messages);
      // Every call that came through is in the transcript as it was made, and every result is that of its call.
      const calls = script.slice(0, provider.requests.length).flatMap(callsOf);
      expect(state.messages.flatMap((message) => ("toolCalls" in message ? message.toolCalls : []))).toEqual(calls);
      expect(resultsIn(state.messages)).toEqual(calls.map((call) => results[call.name]));
      // What was shown is what is kept.
      const shown = events.flatMap((event) => (event.type === "tool_result" ? [event.result] : []));
      expect(shown).toEqual(state.messages.filter((message) => message.role === "toolResult"));
    }),
  );
});
