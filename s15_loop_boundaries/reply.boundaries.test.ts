import { describe, expect, it } from "vitest";
import { stageModel, userMessage } from "../shared/props.ts";
import { meanwhile, text, type Reply } from "../shared/script.ts";
import { scriptedStream } from "../shared/testing/providers.ts";
import { toLlm } from "./cases.ts";
import type { AgentContext, AgentLoopConfig, AgentMessage, Run } from "./context.ts";
import type { SimpleStreamOptions } from "./provider.ts";
import { streamAssistantResponse } from "./reply.ts";

const notice: AgentMessage = { role: "notice", content: "dark mode", timestamp: 1 };
const kept: AgentMessage[] = [userMessage("old"), notice, userMessage("new")];

/** Asks for one reply; the script's `meanwhile` parts are given the run's context. */
async function ask(policies: Partial<AgentLoopConfig>, reply: Reply<AgentContext> = [text("done")]) {
  const context: AgentContext = { systemPrompt: "be brief", messages: [...kept] };
  const { requests, streamFn } = scriptedStream([reply], context);
  const given: SimpleStreamOptions[] = [];
  const run: Run = {
    context,
    config: { model: stageModel("model-a"), convertToLlm: toLlm, ...policies },
    emit() {},
    signal: new AbortController().signal,
    streamFn(model, request, options = {}) {
      given.push(options);
      return streamFn(model, request, options);
    },
    newMessages: [],
  };
  const message = await streamAssistantResponse(run);
  return { run, message, request: requests[0], options: given[0] ?? {} };
}

describe("what the model is sent", () => {
  it("is chosen by transformContext, then made by convertToLlm; then the key is asked for", async () => {
    const order: unknown[] = [];
    const { run, request } = await ask({
      async transformContext(messages, signal) {
        order.push(["transform", messages.map(({ role }) => role), signal]);
        return messages.slice(1);
      },
      convertToLlm(messages) {
        order.push(["convert", messages.map(({ role }) => role)]);
        return toLlm(messages);
      },
      getApiKey: (provider) => void order.push(["key", provider]),
    });
    expect(order).toEqual([
      ["transform", ["user", "notice", "user"], run.signal],
      ["convert", ["notice", "user"]],
      ["key", "scripted"],
    ]);
    expect(request?.messages).toEqual(
      [userMessage("new")].map((one) => expect.objectContaining({ content: one.content })),
    );
  });

  it("does not change the transcript: it has all that it had, and the reply", async () => {
    const { run, message } = await ask({ transformContext: async () => [], convertToLlm: async () => [] });
    expect(run.context.messages).toEqual([...kept, message]);
  });

  it.each<[string, Partial<AgentLoopConfig>]>([
    ["transformContext", { transformContext: () => Promise.reject(new Error("gone")) }],
    ["getApiKey", { getApiKey: () => Promise.reject(new Error("gone")) }],
  ])("is nothing when %s breaks its contract", async (_, policies) => {
    await expect(ask(policies)).rejects.toThrow("gone");
  });
});

describe("the options of a request", () => {
  it.each<[string, Partial<AgentLoopConfig>, string | undefined]>([
    ["that of getApiKey", { apiKey: "fixed", getApiKey: async () => "fresh" }, "fresh"],
    ["the fixed one when getApiKey has none", { apiKey: "fixed", getApiKey: () => undefined }, "fixed"],
    ["the fixed one when getApiKey has an empty one", { apiKey: "fixed", getApiKey: () => "" }, "fixed"],
    ["none at all", {}, undefined],
  ])("have a key: %s", async (_, policies, key) => {
    expect((await ask(policies)).options.apiKey).toBe(key);
  });

  it("are those of the config, with the signal of the run", async () => {
    const of = { temperature: 0.2, sessionId: "s", reasoning: "low", headers: { a: null } } as const;
    const { options, run } = await ask({ ...of, signal: AbortSignal.abort() });
    expect(options).toMatchObject(of);
    expect(options.signal).toBe(run.signal);
  });
});

it("writes the reply where the context's list is, though the caller has put another one there meanwhile", async () => {
  const swap = meanwhile<AgentContext>("", (context) => {
    context.messages = [notice, ...context.messages.slice(-1)];
  });
  const { run, message } = await ask({}, [text("a"), swap, text("b")]);
  expect(run.context.messages).toEqual([notice, message]);
  expect(message.content).toMatchObject([{ text: "ab" }]);
});
