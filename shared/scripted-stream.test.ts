import { describe, expect, it, vi } from "vitest";
import { stageModel } from "./props.ts";
import type { AssistantMessage } from "./reply-messages.ts";
import { fail, hangUp, meanwhile, text, wait, type Script } from "./script.ts";
import { ScriptedStream, type ScriptedStreamOptions } from "./scripted-stream.ts";
import { scriptedStream } from "./testing/providers.ts";
import { VirtualClock } from "./virtual-clock.ts";

const model = stageModel("model-a");
const asking = (content: string) => ({ messages: [{ role: "user", content }] });

function streamOf<World>(script: Script<World>, options: Partial<ScriptedStreamOptions<World>> = {}) {
  return new ScriptedStream(script, { caseName: "toy", clock: new VirtualClock(), ...options });
}

/** The last event's message. */
async function answer<World>(stream: ScriptedStream<World>, context = asking("hi")): Promise<AssistantMessage> {
  const reply = stream.streamFn(model, context);
  for await (const _ of reply);
  return reply.result();
}

describe("a script", () => {
  it("answers one request with one reply, in order", async () => {
    const stream = streamOf([[text("first")], [text("second")]]);
    expect([stream.unused, stream.exhausted]).toEqual([2, undefined]);
    expect((await answer(stream)).content).toEqual([{ type: "text", text: "first" }]);
    expect((await answer(stream)).content).toEqual([{ type: "text", text: "second" }]);
    expect([stream.unused, stream.exhausted]).toEqual([0, undefined]);
  });

  it("that runs out is told in an error event, since a stream function must not throw, and is no failure", async () => {
    const onFailure = vi.fn();
    const stream = streamOf([[text("only")]], { onFailure, breaksContract: true });
    await answer(stream);
    const { stopReason, errorMessage } = await answer(stream, asking("more"));
    expect(stopReason).toBe("error");
    expect(errorMessage).toContain("case toy 只写了 1 次回复");
    expect(stream.exhausted?.message).toBe(errorMessage);
    expect([stream.unused, stream.requests.length]).toEqual([0, 2]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("may be a function of the request's number, and then never runs out", async () => {
    const stream = streamOf((request) => [text(`number ${request}`)]);
    await answer(stream);
    expect((await answer(stream)).content).toEqual([{ type: "text", text: "number 2" }]);
    expect([stream.unused, stream.exhausted]).toEqual([0, undefined]);
  });

  it("that fails tells of it in an event, or, where the contract is broken, throws", async () => {
    const onFailure = vi.fn();
    expect((await answer(streamOf([[fail("reset")]], { onFailure }))).errorMessage).toBe("reset");
    const breaking = streamOf([[fail("reset")], [text("a"), fail("lost")], [hangUp()]], {
      onFailure,
      breaksContract: true,
    });
    expect(() => breaking.streamFn(model, asking("hi"))).toThrow("reset");
    await expect(answer(breaking)).rejects.toThrow("lost");
    const types: string[] = [];
    for await (const { type } of breaking.streamFn(model, asking("hi"))) types.push(type);
    expect(types).toEqual(["start"]);
    expect(onFailure.mock.calls).toEqual([
      ["event", "reset"],
      ["thrown", "reset"],
      ["thrown", "lost"],
    ]);
  });
});

describe("a request", () => {
  const execute = () => "done";
  const tools = [{ name: "echo", parameters: { type: "object" }, execute }];

  it("is kept as it was when it came, with the functions that it carries", async () => {
    const onRequest = vi.fn();
    const stream = streamOf([[text("a")]], { onRequest });
    const context = { ...asking("hi"), systemPrompt: "be short", tools: [...tools] };
    stream.streamFn(model, context, { apiKey: "key", reasoning: "high" });
    const expected = { model: "model-a", ...context, apiKey: "key", reasoning: "high" };
    expect(onRequest).toHaveBeenCalledExactlyOnceWith(expected);
    expect(stream.requests).toStrictEqual([{ ...expected, messages: [...context.messages], tools: [...tools] }]);

    context.messages.pop();
    context.tools.pop();
    expect(stream.requests[0]?.messages).toHaveLength(1);
    expect(stream.requests[0]?.tools).toEqual(tools);
  });

  it("has no field that was not there", () => {
    const stream = streamOf([[text("a")]]);
    stream.streamFn(model, { ...asking("hi"), systemPrompt: undefined, tools: undefined }, { apiKey: undefined });
    expect(stream.requests).toStrictEqual([{ model: "model-a", ...asking("hi") }]);
  });
});

describe("what a reply reaches", () => {
  it("is the signal of its request, and the clock", async () => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const stream = streamOf([[text("a"), wait(50), text("b")]], { clock });
    void clock.sleep(20).then(() => abort.abort());
    const reply = stream.streamFn(model, asking("hi"), { signal: abort.signal });
    const reading = async () => {
      for await (const _ of reply);
      return [(await reply.result()).stopReason, clock.now];
    };
    expect(await clock.run(reading())).toEqual(["aborted", 20]);
  });

  it("is the world", async () => {
    const world = { model: "model-a" };
    const changed = meanwhile<typeof world>("a new model", (it) => (it.model = "model-b"));
    await answer(scriptedStream([[changed]], world));
    expect(world.model).toBe("model-b");
  });
});
