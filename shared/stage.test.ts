import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { call, fail, fragments, meanwhile, text, wait } from "./script.ts";
import { stageModel } from "./props.ts";
import { Stage, type Observed, type Show, type StageOptions } from "./stage.ts";
import { VirtualClock } from "./virtual-clock.ts";

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

  it("copies an event that carries a function, too", async () => {
    const { stage, shown } = setUp();
    const execute = () => "done";
    await stage.output({ type: "reply", tools: [{ execute }] } as { type: string });
    expect(shown).toEqual([{ kind: "event", event: { type: "reply", tools: [{ execute }] } }]);
  });

  it("holds the stage's time while a person is waited for", async () => {
    const { stage } = setUp({ pause: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    const seen: number[] = [];
    const play = async () => {
      void stage.clock.sleep(10);
      await stage.output({ type: "message_start" });
      seen.push(stage.clock.now);
    };
    await stage.clock.run(play());
    expect(seen).toEqual([0]);
  });

  it("lets a person go through events one by one that come at once", async () => {
    const said: string[] = [];
    const { stage } = setUp({
      show: (item) => said.push(item.kind === "event" ? item.event.type : item.kind),
      async pause() {
        await new Promise((resolve) => setTimeout(resolve));
        said.push("Enter");
      },
    });
    await Promise.all([stage.output({ type: "first" }), stage.output({ type: "second" })]);
    expect(said).toEqual(["first", "Enter", "second", "Enter"]);
  });

  it("shows no further event once the person left", async () => {
    const { stage, shown } = setUp({ pause: () => Promise.reject(new Error("left")) });
    const both = [stage.output({ type: "first" }), stage.output({ type: "second" })];
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(shown).toHaveLength(1);
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
      { kind: "failure", how: "thrown", message: "reset" },
    ]);
    expect(shown).toEqual([]);
  });
});

describe("the stream that it casts", () => {
  const model = stageModel("model-a");
  const context = { messages: [{ role: "user", content: "hi" }], tools: [] };

  it("shows requests only when the case asks for it, whole or the fields it names", () => {
    for (const [showRequests, expected] of [
      [undefined, []],
      [true, [{ kind: "request", request }]],
      [["model"], [{ kind: "request", request: { model: "model-a" } }]],
    ] as const) {
      const { stage, shown } = setUp();
      stage.castStream([[text("hello")]], undefined, showRequests && { showRequests }).streamFn(model, context);
      expect(shown).toEqual(expected);
    }
  });

  it("plays on the stage's clock, changes the world, and says so", async () => {
    const clock = new VirtualClock();
    const { stage, shown } = setUp({ clock });
    const world = { model: "model-a" };
    const changed = meanwhile<typeof world>("a new model", (it) => (it.model = "model-b"));
    const reply = stage.castStream([[wait(30), changed]], world).streamFn(model, context);
    const reading = async () => {
      for await (const _ of reply);
    };
    await clock.run(reading());
    expect([world.model, clock.now, stage.clock]).toEqual(["model-b", 30, clock]);
    expect(shown).toEqual([{ kind: "note", from: "outside", text: "a new model" }]);
  });

  it("reads fragments as the chapter does", async () => {
    const parseArguments = (said: string) => ({ said });
    const reply = setUp()
      .stage.castStream([[fragments("call-1", "echo", ["{"])]], undefined, { parseArguments })
      .streamFn(model, context);
    for await (const _ of reply);
    expect((await reply.result()).content[0]).toMatchObject({ arguments: { said: "{" } });
  });

  it("can be asked afterwards, and is observed: requests as they come, failures with how they leave", async () => {
    for (const [breaksContract, how] of [
      [false, "event"],
      [true, "thrown"],
    ] as const) {
      const seen: Observed[] = [];
      const { stage } = setUp({ observe: (one) => seen.push(one) });
      const stream = stage.castStream([[text("a"), fail("reset")], []], undefined, { breaksContract });
      try {
        for await (const _ of stream.streamFn(model, context));
      } catch {
        // What was thrown is among what was seen.
      }
      expect(seen).toEqual([
        { kind: "request", request },
        { kind: "failure", how, message: "reset" },
      ]);
      expect(stage.provider).toMatchObject({ requests: [request], unused: 1, exhausted: undefined });
    }
  });
});

describe("the person", () => {
  it("is nobody: the input ends at once, and questions go nowhere", async () => {
    const { stage, shown } = setUp();
    expect(await stage.person.input.toArray()).toEqual([]);
    await new Promise((resolve) => stage.person.output.write("anyone?", resolve));
    expect(shown).toEqual([]);
  });

  it("is whom the caller seats there", () => {
    const person = { input: Readable.from(["y\n"]), output: new PassThrough() };
    expect(setUp({ person }).stage.person).toBe(person);
  });
});
