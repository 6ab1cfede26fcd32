import { expect, it } from "vitest";
import { call, text } from "../shared/script.ts";
import { scripted } from "../shared/testing/providers.ts";
import { runEventedToolLoop, type LoopEvent, type Output } from "./loop.ts";
import type { Provider } from "./provider.ts";
import { createState } from "./state.ts";
import { ToolRegistry, type ToolHandler } from "./tools.ts";

// Whoever listens, answers or handles is outside: none of them gets a hold on the transcript.

const once = () => scripted([[call("call-1", "tool", { deep: { a: 1 } })], [text("done")]]);
const endless = () => scripted((request) => [call(`call-${request}`, "tool")]);

async function play(provider: Provider, output: Output, handler: ToolHandler = () => "handled") {
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "tool", description: "" }, handler });
  const state = createState();
  await runEventedToolLoop(state, provider, registry, "hi", output);
  return state.messages;
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("a listener cannot rewrite a call or a result", async () => {
  const forge = (event: LoopEvent) => {
    if (event.type === "tool_call") Object.assign(event.call, { id: "forged", arguments: {} });
    if (event.type === "tool_result") event.result.content = "forged";
  };
  const messages = await play(once(), forge);
  expect(messages[1]).toMatchObject({ toolCalls: [{ id: "call-1", arguments: { deep: { a: 1 } } }] });
  expect(messages[2]).toMatchObject({ content: "handled" });
});

it("a provider cannot rewrite a call through the request it is sent", async () => {
  const inner = once();
  const provider: Provider = {
    async *stream(request) {
      for (const message of request.messages) {
        if (message.role === "assistant") message.toolCalls?.forEach((made) => Object.assign(made, { id: "forged" }));
      }
      yield* inner.stream(request);
    },
  };
  expect((await play(provider, () => {}))[1]).toMatchObject({ toolCalls: [{ id: "call-1" }] });
});

it("the stream goes on only when a result has been shown", async () => {
  const shown: string[] = [];
  await play(once(), async (event) => {
    if (event.type === "tool_result") await later(20);
    shown.push(event.type);
  });
  expect(shown.slice(1, 4)).toEqual(["tool_call", "tool_result", "message_end"]);
});

it("the limit is waited for, and its reply is in the transcript by then", async () => {
  const told: string[] = [];
  const messages = await play(endless(), async (event) => {
    if (event.type !== "turn_limit") return;
    await later(20);
    told.push("shown");
  });
  expect(told).toEqual(["shown"]);
  expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "error" });
});

it("a handler that is async in spite of its type has failed", async () => {
  const messages = await play(once(), () => {}, (async () => "handled") as never);
  expect(messages[2]).toMatchObject({ content: "error: no text was returned" });
});
