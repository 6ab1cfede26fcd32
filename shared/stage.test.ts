import { describe, expect, it } from "vitest";
import { call, fail, meanwhile, text } from "./script.ts";
import { Stage, type Observed, type Show, type StageOptions } from "./stage.ts";

function setUp(options: Partial<StageOptions> = {}) {
  const shown: Show[] = [];
  const stage = new Stage({ caseName: "toy", show: (item) => shown.push(item), ...options });
  return { stage, shown };
}

const request = { messages: [{ role: "user", content: "hi" }], model: "model-a", tools: [] };

describe("what is shown", () => {
  it("comes in the order it happened", async () => {
    const { stage, shown } = setUp();
    stage.open("s00", "Toy");
    stage.user("hi");
    await stage.output({ type: "message_start" });
    stage.note("hook", "allow");
    stage.assistant({ role: "assistant", content: "hello" });
    stage.state([{ role: "user", content: "hi" }]);
    expect(shown).toEqual([
      { kind: "case", chapter: "s00", title: "Toy", case: "toy" },
      { kind: "user", content: "hi" },
      { kind: "event", event: { type: "message_start" } },
      { kind: "note", from: "hook", text: "allow" },
      { kind: "assistant", message: { role: "assistant", content: "hello" } },
      { kind: "state", messages: [{ role: "user", content: "hi" }] },
    ]);
  });

  it("is a copy: what changes later was shown as it was", async () => {
    const { stage, shown } = setUp();
    const message = { role: "assistant", content: "hello" };
    await stage.output({ type: "reply", message } as { type: string });
    stage.assistant(message);
    stage.state([message]);
    message.content = "changed";
    expect(JSON.stringify(shown)).not.toContain("changed");
  });
});

describe("output", () => {
  it("waits at each event, with the transcript of that moment, once the event was shown", async () => {
    const seen: unknown[] = [];
    const { stage, shown } = setUp({
      async pause(messages) {
        await new Promise((resolve) => setTimeout(resolve));
        seen.push([shown.length, messages.length]);
      },
    });
    let transcript = [{ role: "user", content: "hi" }];
    stage.watch(() => transcript);

    await stage.output({ type: "message_start" });
    expect(seen).toEqual([[1, 1]]);
    transcript = [...transcript, ...transcript];
    await stage.output({ type: "message_end" });
    expect(seen).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it("passes on that the person left", async () => {
    const { stage } = setUp({ pause: () => Promise.reject(new Error("left")) });
    await expect(stage.output({ type: "message_start" })).rejects.toThrow("left");
  });
});

describe("the provider it casts", () => {
  it("shows requests only when the case asks for it, whole or the fields it names", async () => {
    const script = [[text("hello")]];
    for (const [showRequests, expected] of [
      [undefined, []],
      [true, [{ kind: "request", request }]],
      [["model"], [{ kind: "request", request: { model: "model-a" } }]],
    ] as const) {
      const { stage, shown } = setUp();
      await stage.cast(script, undefined, showRequests && { showRequests }).complete(request);
      expect(shown).toEqual(expected);
    }
  });

  it("speaks in blocks when the chapter does", async () => {
    for (const [options, called] of [
      [{ blocks: true }, { type: "toolCall", id: "call-1", name: "echo", arguments: {} }],
      [{}, { id: "call-1", name: "echo", arguments: {} }],
    ] as const) {
      const events: object[] = [];
      const provider = setUp().stage.cast([[call("call-1", "echo")]], undefined, options);
      for await (const event of provider.stream(request)) events.push(event);
      expect(events[1]).toStrictEqual({ type: "tool_call", call: called });
    }
  });

  it("changes the world in the middle of a reply, and says so", async () => {
    const { stage, shown } = setUp();
    const world = { model: "model-a" };
    const changed = meanwhile<typeof world>("a new model", (it) => (it.model = "model-b"));
    await stage.cast([[changed]], world).complete(request);
    expect(world.model).toBe("model-b");
    expect(shown).toEqual([{ kind: "note", from: "outside", text: "a new model" }]);
  });

  it("can be asked afterwards what it was asked", async () => {
    const { stage } = setUp();
    expect(stage.provider).toBeUndefined();
    await stage.cast([[text("hello")], [text("more")]], undefined).complete(request);
    expect(stage.provider).toMatchObject({ requests: [request], unused: 1, exhausted: undefined });
  });

  it("is observed: requests as they come, failures as they leave", async () => {
    const seen: Observed[] = [];
    const { stage, shown } = setUp({ observe: (one) => seen.push(one) });
    await expect(stage.cast([[fail("reset")]], undefined).complete(request)).rejects.toThrow("reset");
    expect(seen).toEqual([
      { kind: "request", request },
      { kind: "failure", message: "reset" },
    ]);
    expect(shown).toEqual([]);
  });
});
