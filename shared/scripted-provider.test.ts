import { describe, expect, it, vi } from "vitest";
import {
  call,
  end,
  fail,
  fragments,
  hangUp,
  meanwhile,
  quietEnd,
  text,
  thinking,
  wait,
  type RequestView,
  type Script,
} from "./script.ts";
import { ScriptExhausted } from "./script-reader.ts";
import { ScriptedProvider } from "./scripted-provider.ts";

const asking = (content: string) => ({ messages: [{ role: "user", content }] });

const texts = (...said: string[]) => said.map((text) => ({ type: "text", text }));

function providerOf(script: Script) {
  return new ScriptedProvider(script, { caseName: "toy" });
}

/** The events of one answer; what was thrown at its end, if anything, as the last of them. */
async function answer(provider: ScriptedProvider, request: object = asking("hi")) {
  const events: unknown[] = [];
  try {
    for await (const event of provider.stream(request as ReturnType<typeof asking>)) events.push(event);
  } catch (error) {
    events.push(error);
  }
  return events;
}

describe("a reply", () => {
  it("is played part by part, in order", async () => {
    const provider = providerOf([[text("a"), call("call-1", "echo", { text: "b" }), text("c")]]);
    expect(await answer(provider)).toEqual([
      { type: "message_start" },
      { type: "text_delta", delta: "a" },
      { type: "tool_call", call: { id: "call-1", name: "echo", arguments: { text: "b" } } },
      { type: "text_delta", delta: "c" },
      { type: "message_end", stopReason: "toolUse" },
    ]);
  });

  it("tells thoughts from texts", async () => {
    expect(await answer(providerOf([[thinking("hm"), text("a"), thinking("so")]]))).toEqual([
      { type: "message_start" },
      { type: "thinking_delta", delta: "hm" },
      { type: "text_delta", delta: "a" },
      { type: "thinking_delta", delta: "so" },
      { type: "message_end", stopReason: "stop" },
    ]);
  });

  it("says of a call that it is one, where messages are made of blocks, and only there", async () => {
    const script = [[call("call-1", "echo", { text: "b" })]];
    const inBlocks = new ScriptedProvider(script, { caseName: "toy", blocks: true });
    const called = { id: "call-1", name: "echo", arguments: { text: "b" } };
    expect((await answer(inBlocks))[1]).toStrictEqual({ type: "tool_call", call: { type: "toolCall", ...called } });
    expect((await answer(providerOf(script)))[1]).toStrictEqual({ type: "tool_call", call: called });
  });

  it("ends with stop when it makes no call", async () => {
    expect((await answer(providerOf([[]]))).at(-1)).toEqual({ type: "message_end", stopReason: "stop" });
  });

  it("breaks where the script says so", async () => {
    const said = [{ type: "message_start" }, { type: "text_delta", delta: "a" }];
    expect(await answer(providerOf([[text("a"), fail("reset"), text("b")]]))).toEqual([...said, new Error("reset")]);
    expect(await answer(providerOf([[text("a"), hangUp(), text("b")]]))).toEqual(said);
  });

  it.each([fragments("call-1", "echo", ["{}"]), end("length"), quietEnd(), wait(10)])(
    "cannot hold what only Pi's stream protocol can say: $type",
    async (part) => {
      expect(await answer(providerOf([[text("a"), part]]))).toEqual([
        { type: "message_start" },
        { type: "text_delta", delta: "a" },
        expect.objectContaining({ message: expect.stringContaining(`说不出 ${part.type}`) }),
      ]);
    },
  );

  it("has not begun when it fails at once", async () => {
    expect(await answer(providerOf([[fail("refused")]]))).toEqual([new Error("refused")]);
  });

  it("comes as a whole, too, with its texts joined", async () => {
    const provider = providerOf([
      [text("a"), thinking("hm"), text("b")],
      [text("a"), fail("reset")],
    ]);
    expect(await provider.complete(asking("hi"))).toEqual({ role: "assistant", content: "ab", stopReason: "stop" });
    await expect(provider.complete(asking("hi"))).rejects.toThrow("reset");
  });

  it("may quote the request it answers", async () => {
    const quote = vi.fn((seen: RequestView) => `${seen.lastResult} by ${seen.model}`);
    const request = {
      messages: [
        { role: "user", content: "hi" },
        { role: "toolResult", content: "first" },
        { role: "toolResult", content: "second" },
      ],
      tools: [{ name: "echo" }],
      model: "model-a",
    };
    expect(await answer(providerOf([[text(quote)]]), request)).toContainEqual({
      type: "text_delta",
      delta: "second by model-a",
    });
    expect(quote).toHaveBeenCalledExactlyOnceWith({
      messages: request.messages.map(({ role, content }) => ({ role, text: content })),
      lastResult: "second",
      toolNames: ["echo"],
      model: "model-a",
      systemPrompt: "",
    });
  });

  it("may quote the texts of blocks, which a request has from s07 on", async () => {
    const quote = vi.fn((seen: RequestView) => seen.lastResult);
    const picture = { type: "image", data: "aGk=", mimeType: "image/png" };
    const request = {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, ...texts("wait"), { type: "toolCall" }] },
        { role: "toolResult", content: [...texts("a", "b"), picture, ...texts("c")] },
      ],
    };
    expect(await answer(providerOf([[text(quote)]]), request)).toContainEqual({ type: "text_delta", delta: "abc" });
    expect(quote.mock.calls[0]?.[0].messages).toEqual([
      { role: "user", text: "hi" },
      { role: "assistant", text: "wait" },
      { role: "toolResult", text: "abc" },
    ]);
  });

  it("is played to a request with a content that nobody foresaw", async () => {
    const request = { messages: [{ role: "toolResult", content: undefined }] };
    expect(await answer(providerOf([[text("a")]]), request)).toContainEqual({ type: "text_delta", delta: "a" });
  });

  it("hands out copies of the script's calls, so that a case can be played twice", async () => {
    const called = { type: "tool_call", call: { id: "call-1", name: "echo", arguments: { text: "b" } } };
    const reply = [call("call-1", "echo", { text: "b" })];
    const provider = providerOf([reply, reply]);
    for await (const event of provider.stream(asking("hi"))) {
      if (event.type === "tool_call") event.call.arguments["text"] = "forged";
    }
    expect(await answer(provider)).toContainEqual(called);
  });

  it("changes the world between two of its parts", async () => {
    const told = vi.fn();
    const script: Script<{ model: string }> = [
      [text("a"), meanwhile("a new model", (it) => (it.model = "b")), text("c")],
    ];
    const provider = new ScriptedProvider(script, { caseName: "toy", meanwhile: told });
    const seen: number[] = [];
    for await (const _ of provider.stream(asking("hi"))) seen.push(told.mock.calls.length);
    expect(seen).toEqual([0, 0, 1, 1]);
    expect(told).toHaveBeenCalledExactlyOnceWith("a new model", expect.any(Function));
  });
});

describe("a script", () => {
  it("answers one request with one reply, in order", async () => {
    const provider = providerOf([[text("first")], [text("second")]]);
    expect([provider.unused, provider.exhausted]).toEqual([2, undefined]);
    expect((await provider.complete(asking("hi"))).content).toBe("first");
    expect((await provider.complete(asking("hi"))).content).toBe("second");
    expect([provider.unused, provider.exhausted]).toEqual([0, undefined]);
  });

  it("that runs out fails the request, and says which case it was and how far it reached", async () => {
    const provider = providerOf([[text("only")]]);
    await provider.complete(asking("hi"));
    await expect(provider.complete(asking("more"))).rejects.toBeInstanceOf(ScriptExhausted);
    expect(provider.exhausted?.message).toContain("case toy 只写了 1 次回复");
    expect(provider.unused).toBe(0);
  });

  it("may be a function of the request's number, and then never runs out", async () => {
    const provider = providerOf((request) => [text(`number ${request}`)]);
    expect((await provider.complete(asking("hi"))).content).toBe("number 1");
    expect((await provider.complete(asking("hi"))).content).toBe("number 2");
    expect([provider.unused, provider.exhausted]).toEqual([0, undefined]);
  });
});

describe("the requests", () => {
  it("are kept as they were when they came", async () => {
    const provider = providerOf([[text("a")], [text("b")]]);
    const request = asking("hi");
    await answer(provider, request);
    request.messages[0] = { role: "user", content: "forged" };
    await answer(provider, request);
    expect(provider.requests).toEqual([asking("hi"), asking("forged")]);
  });

  it("are told of before they are answered", async () => {
    const onRequest = vi.fn();
    const provider = new ScriptedProvider([[text("a")]], { caseName: "toy", onRequest });
    for await (const _ of provider.stream(asking("hi")))
      expect(onRequest).toHaveBeenCalledExactlyOnceWith(asking("hi"));
    expect.assertions(3);
  });
});
