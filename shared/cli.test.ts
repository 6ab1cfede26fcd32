import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CaseBase, Chapter } from "./chapter.ts";
import { runChapter } from "./cli.ts";
import { text } from "./script.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";

/** A chapter as small as one can be: it asks the provider, shows one event and the reply. */
const toy: Chapter<CaseBase> = {
  id: "s00",
  title: "Toy",
  cases: [
    { name: "default", shows: "一问一答", inputs: ["hi"], script: [[text("hello")]] },
    { name: "short", shows: "剧本不够", inputs: ["hi", "more"], script: [[text("hello")]] },
    { name: "long-script", shows: "剧本有余", inputs: ["hi"], script: [[text("hello")], [text("b")], [text("c")]] },
  ],
  async play(scene, stage) {
    const provider = stage.cast(scene.script, undefined, scene);
    stage.watch(() => [{ role: "user", content: "the transcript so far" }]);
    for (const content of scene.inputs) {
      stage.user(content);
      // A loop makes a message of every failure, as here.
      const reply = await provider.complete({ messages: [{ role: "user", content }] }).catch(() => undefined);
      if (!reply) continue;
      await stage.output({ type: "message_start" });
      stage.assistant(reply);
    }
  },
};

async function run(argv: string[], terminal = fakeTerminal()) {
  const code = await runChapter(toy, argv, terminal);
  return { code, out: terminal.out, err: terminal.err };
}

describe("playing", () => {
  const trace = "s00: Toy\n\n[user]\nhi\n\nmessage_start\n\n[assistant]\ncontent: hello\nstopReason: stop\n";

  it("plays the first case when none is named", async () => {
    expect(await run([])).toEqual({ code: 0, out: trace, err: "" });
  });

  it.each([[["--case", "default"]], [["--case=default"]]])("plays the case that is named: %j", async (argv) => {
    expect(await run(argv)).toEqual({ code: 0, out: trace, err: "" });
  });

  it("names the case whose script ran out, and exits with 1", async () => {
    const { code, err } = await run(["--case", "short"]);
    expect(code).toBe(1);
    expect(err).toContain("case short 只写了 1 次回复");
    expect(err).toContain("第 2 次请求");
  });

  it("hints at replies that nobody asked for, beside the output", async () => {
    const { code, out, err } = await run(["--case", "long-script"]);
    expect({ code, out }).toEqual({ code: 0, out: trace });
    expect(err).toMatch(/剧本还剩 2 次回复没有用到/);
  });

  it("gives the play the stage's time, and waits for nothing", async () => {
    const times: number[] = [];
    const slow: Chapter<CaseBase> = {
      ...toy,
      async play(_, stage) {
        await stage.clock.sleep(3_600_000);
        times.push(Date.now() - Date.UTC(2026, 0, 1, 9));
      },
    };
    const real = Date.now;
    expect(await runChapter(slow, [], fakeTerminal())).toBe(0);
    expect(times).toEqual([3_600_000]);
    expect(Date.now).toBe(real);
  });

  it("says of a play that waits for nothing which case it was and when, and exits with 1", async () => {
    const stuck: Chapter<CaseBase> = {
      ...toy,
      async play(_, stage) {
        await stage.clock.sleep(30);
        await new Promise<never>(() => {});
      },
    };
    const real = Date.now;
    const terminal = fakeTerminal();
    expect(await runChapter(stuck, [], terminal)).toBe(1);
    expect(terminal.err).toBe("演不下去了：case default 在第 30 毫秒（虚拟时间）还在等，可是再没有什么会发生。\n");
    expect(Date.now).toBe(real);
  });

  it("lets a fault of the chapter through: it is not the reader's", async () => {
    const broken: Chapter = { ...toy, play: () => Promise.reject(new Error("a bug")) };
    await expect(runChapter(broken, [], fakeTerminal())).rejects.toThrow("a bug");
  });

  it("is coloured when the terminal is, and only then", async () => {
    const escape = String.fromCharCode(27);
    expect((await run([], fakeTerminal({ colour: true }))).out).toContain(escape);
    expect((await run([], fakeTerminal({ colour: false }))).out).toBe(trace);
  });
});

describe("--json", () => {
  it("prints one JSON value a line and nothing else", async () => {
    const { code, out, err } = await run(["--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.endsWith("\n")).toBe(true);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: "case", chapter: "s00", title: "Toy", case: "default" },
      { kind: "user", content: "hi" },
      { kind: "event", event: { type: "message_start" } },
      { kind: "assistant", message: { role: "assistant", content: "hello", stopReason: "stop" } },
    ]);
  });

  it("is never coloured", async () => {
    expect(await run(["--json"], fakeTerminal({ colour: true }))).toEqual(await run(["--json"]));
  });

  it("keeps hints and faults off stdout", async () => {
    for (const name of ["short", "long-script"]) {
      const { out, err } = await run(["--json", "--case", name]);
      expect(err).not.toBe("");
      for (const line of out.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("kind");
    }
  });
});

describe("--list", () => {
  it("prints one case a line, name first, and nothing else", async () => {
    expect(await run(["--list"])).toEqual({
      code: 0,
      out: "default      一问一答\nshort        剧本不够\nlong-script  剧本有余\n",
      err: "",
    });
  });

  it("prints the same as NDJSON with --json", async () => {
    const { code, out } = await run(["--list", "--json"]);
    expect(code).toBe(0);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(toy.cases.map(({ name, shows }) => ({ name, shows })));
  });
});

describe("--help", () => {
  it.each(["--help", "-h"])("(%s) names every option and every case", async (option) => {
    const { code, out, err } = await run([option]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const name of ["--case", "--list", "--json", "--step", "--compare", "--help"]) expect(out).toContain(name);
    for (const { name, shows } of toy.cases) expect(out).toMatch(new RegExp(`^${name} +${shows}$`, "m"));
  });
});

describe("what cannot be understood exits with 2, plays nothing, and says what would work:", () => {
  it.each([
    ["an unknown case", ["--case", "nope"], "nope", "long-script"],
    ["an unknown option", ["--verbose"], "--verbose", "--step"],
    ["an option named like what every object has", ["--toString"], "--toString", "--step"],
    ["an unknown short option", ["-x"], "-x", "--step"],
    ["an unknown option among good ones", ["--json", "--no-step"], "--no-step", "--step"],
    ["a case without a name", ["--case"], "--case", "long-script"],
    ["a case with an empty name", ["--case="], "--case", "long-script"],
    ["an option in the place of the name", ["--case", "--json"], "--json", "long-script"],
    ["a switch with a value", ["--json=yes"], "--json", "yes"],
    ["a word alone", ["short"], "short", "npm run s00 -- --case short"],
    ["a word after --", ["--", "short"], "short", "npm run s00 -- --case short"],
  ])("%s", async (_, argv, named, helps) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(named);
    expect(err).toContain(helps);
    expect(err.endsWith("\n")).toBe(true);
  });
});

describe("--step", () => {
  it("stops after each event, shows the transcript so far, and goes on at Enter", async () => {
    const { code, out } = await run(["--step"], fakeTerminal({ enters: 1 }));
    expect(code).toBe(0);
    expect(out).toContain("message_start\n    │ user: the transcript so far\n    └ 回车继续");
    expect(out).toContain("[assistant]");
  });

  it("exits with 130 when the person leaves", async () => {
    const { code, out } = await run(["--step"], fakeTerminal({ enters: 0 }));
    expect(code).toBe(130);
    expect(out).not.toContain("[assistant]");
  });

  it("says why it cannot work in a pipe, and exits with 2", async () => {
    const { code, out, err } = await run(["--step"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--step 要在终端里用");
  });

  it("is refused together with --json, at a terminal too", async () => {
    const { code, out, err } = await run(["--step", "--json"], fakeTerminal({ enters: 9 }));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--step 和 --json");
  });
});

describe("an interactive case", () => {
  /** Asks one question and shows the first line of the answer. */
  const asking: Chapter<CaseBase> = {
    ...toy,
    cases: [
      { name: "default", shows: "问一句", inputs: [], script: [], interactive: true },
      { name: "silent", shows: "不问", inputs: [], script: [] },
    ],
    async play(_, stage) {
      stage.person.output.write("sure? ");
      const [answer = "nobody"] = await stage.clock.outside(stage.person.input.toArray());
      stage.note("answer", String(answer));
    },
  };
  const seated = () => {
    const output = new PassThrough();
    const person = { input: Readable.from(["y"]), output };
    return {
      asked: () => String(output.read() ?? ""),
      terminal: { ...fakeTerminal({ enters: 9 }), person: () => person },
    };
  };

  it("talks to the person at the terminal", async () => {
    const { asked, terminal } = seated();
    expect(await runChapter(asking, [], terminal)).toBe(0);
    expect(terminal.out).toContain("[answer]\ny\n");
    expect(asked()).toBe("sure? ");
  });

  it("keeps the questions off stdout with --json", async () => {
    const { asked, terminal } = seated();
    expect(await runChapter(asking, ["--json"], terminal)).toBe(0);
    for (const line of terminal.out.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("kind");
    expect(asked()).toBe("sure? ");
  });

  it("plays to nobody where the terminal offers no person", async () => {
    const terminal = fakeTerminal();
    expect(await runChapter(asking, [], terminal)).toBe(0);
    expect(terminal).toMatchObject({ out: expect.stringContaining("[answer]\nnobody\n"), err: "" });
  });

  it("is the only one that does: others leave the person alone", async () => {
    const { asked, terminal } = seated();
    expect(await runChapter(asking, ["--case", "silent"], terminal)).toBe(0);
    expect(terminal.out).toContain("[answer]\nnobody\n");
    expect(asked()).toBe("");
  });

  it.each([true, false])("cannot be stepped through, whether a person is there (%s) or not", async (there) => {
    const { asked, terminal } = seated();
    terminal.interactive = there;
    expect(await runChapter(asking, ["--step"], terminal)).toBe(2);
    expect(terminal.out).toBe("");
    expect(asked()).toBe("");
  });

  it("says why it cannot be stepped through", async () => {
    const terminal = fakeTerminal({ enters: 9 });
    expect(await runChapter(asking, ["--step"], terminal)).toBe(2);
    expect(terminal.err).toMatch(/^case default 自己要问你话，不能和 --step 一起用/);
  });
});

describe("--compare", () => {
  it.each(["--json", "--step"])("is refused together with %s, and exits with 2", async (other) => {
    const { code, out, err } = await run(["--compare", other], fakeTerminal({ enters: 9 }));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--compare 不能和");
  });
});
