import { expect, it } from "vitest";
import { textOf } from "../shared/content.ts";
import { call, text, type Script } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { saying } from "../shared/testing/saying.ts";
import { expectEachCallAnswered, resultsIn } from "../shared/testing/transcript.ts";
import type { ToolHooks } from "./hooks.ts";
import { runEventedToolLoop, type LoopEvent } from "./loop.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolResult } from "./tools.ts";

const secret = "sk-secret-123";

/** One run with a tool that says a secret: what it left behind, and what it showed. */
async function run(script: Script, hooks: ToolHooks) {
  const state = createState({ systemPrompt: "be brief", model: "model-a" });
  const registry = new ToolRegistry();
  const handler = async () => saying(`TOKEN=${secret}`, { env: { TOKEN: secret } });
  registry.register({ spec: { name: "read_env", description: "" }, handler });
  const provider = scripted(script, undefined, { blocks: true });
  const events: LoopEvent[] = [];
  const reply = await runEventedToolLoop(state, provider, registry, hooks, "hi", (event) => void events.push(event));
  return { reply, messages: state.messages, requests: provider.requests, events };
}

/** The texts of a result without the secret; its details are not touched. */
const redacted = ({ content }: ToolResult) => saying(textOf(content).replace(secret, "***")).content;

it("says in the transcript, and so in the next request, what the hooks made of each call", async () => {
  const calls = [call("1", "read_env"), call("2", "rm")];
  const { reply, messages, requests } = await run([calls, [text("done")]], {
    beforeToolCall: async ({ name }) => (name === "rm" ? { type: "block", reason: "not today" } : undefined),
    afterToolCall: async (_, result) => ({ content: redacted(result), details: {} }),
  });
  expect(reply).toMatchObject({ content: [{ type: "text", text: "done" }], stopReason: "stop" });
  expect(resultsIn(messages)).toEqual(["TOKEN=***", "not today (isError)"]);
  expectEachCallAnswered(messages);
  expect(requests[1]?.messages).toEqual(messages.slice(0, -1));
});

it("cleans only what the hook replaces: a hook that forgets the details leaves them", async () => {
  const afterToolCall: ToolHooks["afterToolCall"] = async (_, result) => ({ content: redacted(result) });
  const { messages } = await run([[call("1", "read_env")], [text("done")]], { afterToolCall });
  expect(messages[2]).toMatchObject({ ...saying("TOKEN=***", { env: { TOKEN: secret } }), isError: false });
});

it("lets nothing out of a result that after failed to clean: to transcript, provider or the outside", async () => {
  const left = await run([[call("1", "read_env")], [text("done")]], {
    afterToolCall: () => Promise.reject(new Error("cannot redact")),
  });
  expect(resultsIn(left.messages)).toEqual(["cannot redact (isError)"]);
  expect(left.requests).toHaveLength(2);
  expect(JSON.stringify(left)).not.toContain(secret);
});

it("goes by the flag that after leaves: a failure that it excuses is none, and the other way about", async () => {
  const calls = [call("1", "read_env"), call("2", "rm")];
  const { messages } = await run([calls, [text("done")]], {
    afterToolCall: async (_, result, isError) => ({ content: redacted(result), isError: !isError }),
  });
  expect(resultsIn(messages)).toEqual(["TOKEN=*** (isError)", "Tool rm not found"]);
});

it("keeps a call in the transcript as the model made it, whatever a hook does to it", async () => {
  const { messages } = await run([[call("1", "read_env", { name: "TOKEN" })], [text("done")]], {
    async beforeToolCall(asked) {
      asked.arguments["name"] = "forged";
      asked.id = "forged";
      return { type: "allow" };
    },
  });
  const asked = { type: "toolCall", id: "1", name: "read_env", arguments: { name: "TOKEN" } };
  expect(messages[1]).toMatchObject({ content: [asked] });
  expectEachCallAnswered(messages);
});
