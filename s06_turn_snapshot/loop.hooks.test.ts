import { expect, it } from "vitest";
import { call, text, type Script } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import type { ToolHooks } from "./hooks.ts";
import { runEventedToolLoop, type LoopEvent } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry } from "./tools.ts";

const secret = "sk-secret-123";

/** One run with a tool that says a secret: what it left behind, and what it showed. */
async function run(script: Script, hooks: ToolHooks) {
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "read_env", description: "" }, handler: () => `TOKEN=${secret}` });
  const provider = scripted(script);
  const events: LoopEvent[] = [];
  const reply = await runEventedToolLoop(state, provider, registry, hooks, "hi", (event) => void events.push(event));
  return { reply, messages: state.messages, requests: provider.requests, events };
}

it("says in the transcript, and so in the next request, what the hooks made of each call", async () => {
  const calls = [call("1", "read_env"), call("2", "rm")];
  const { reply, messages, requests } = await run([calls, [text("done")]], {
    beforeToolCall: ({ name }) => (name === "rm" ? { type: "block", reason: "not today" } : { type: "allow" }),
    afterToolCall: (_, result) => result.replace(secret, "***"),
  });
  expect(reply).toMatchObject({ content: "done", stopReason: "stop" });
  expect(resultsIn(messages)).toEqual(["TOKEN=***", "blocked: not today"]);
  expectEachCallAnswered(messages);
  expect(requests[1]?.messages).toEqual(messages.slice(0, -1));
});

it("lets nothing out of a result that after failed to clean: to transcript, provider or the outside", async () => {
  const left = await run([[call("1", "read_env")], [text("done")]], {
    afterToolCall() {
      throw new Error("cannot redact");
    },
  });
  expect(resultsIn(left.messages)).toEqual(["error: cannot redact"]);
  expect(left.requests).toHaveLength(2);
  expect(JSON.stringify(left)).not.toContain(secret);
});

it("keeps a call in the transcript as the model made it, whatever a hook does to it", async () => {
  const { messages } = await run([[call("1", "read_env", { name: "TOKEN" })], [text("done")]], {
    beforeToolCall(asked) {
      asked.arguments["name"] = "forged";
      asked.id = "forged";
      return { type: "allow" };
    },
  });
  expect(messages[1]).toMatchObject({ toolCalls: [{ id: "1", name: "read_env", arguments: { name: "TOKEN" } }] });
  expectEachCallAnswered(messages);
});
