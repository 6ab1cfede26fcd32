import { describe, expect, it } from "vitest";
import { NothingLeft, VirtualClock } from "./virtual-clock.ts";

describe("VirtualClock", () => {
  it("wakes sleepers by their time, not by the order in which they lay down", async () => {
    const clock = new VirtualClock();
    const woken: string[] = [];
    const sleep = (name: string, ms: number) => clock.sleep(ms).then(() => woken.push(`${name} ${clock.now}`));
    await clock.run(Promise.all([sleep("c", 30), sleep("a", 10), sleep("b", 20)]));
    expect(woken).toEqual(["a 10", "b 20", "c 30"]);
  });

  it("gives siblings with the same time distinct instants, in the order in which they lay down", async () => {
    const clock = new VirtualClock();
    const instants: number[] = [];
    const sleep = () => clock.sleep(10).then(() => instants.push(clock.now));
    await clock.run(Promise.all([sleep(), sleep(), sleep()]));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(new Set(instants).size).toBe(3);
    expect(instants[0]).toBe(10);
  });

  it("lets even a sleep of no time end at an instant of its own", async () => {
    const clock = new VirtualClock();
    const instants: number[] = [];
    await clock.run(
      (async () => {
        for (let nap = 0; nap < 3; nap++) {
          await clock.sleep(0);
          instants.push(clock.now);
        }
      })(),
    );
    expect(new Set([0, ...instants]).size).toBe(4);
  });

  it("settles everything between two instants, however many promises hang on one another", async () => {
    const clock = new VirtualClock();
    const said: string[] = [];
    const talkative = async () => {
      await clock.sleep(10);
      for (let step = 0; step < 1000; step++) await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      said.push(`first is done at ${clock.now}`);
    };
    const next = () => clock.sleep(10).then(() => said.push("second wakes"));
    await clock.run(Promise.all([talkative(), next()]));
    expect(said).toEqual(["first is done at 10", "second wakes"]);
  });

  it("wakes a sleeper early when its signal is aborted", async () => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const woken: string[] = [];
    const deaf = clock.sleep(100).then(() => woken.push(`deaf ${clock.now}`));
    const heeding = clock.sleep(100, abort.signal).then(() => woken.push(`heeding ${clock.now}`));
    const late = clock.sleep(50).then(() => abort.abort());
    await clock.run(Promise.all([deaf, heeding, late]));
    expect(woken).toEqual(["heeding 50", "deaf 100"]);
  });

  it("wakes who sleeps longer than the play, once the play is over", async () => {
    const clock = new VirtualClock();
    const said: string[] = [];
    void clock.sleep(100).then(() => said.push("straggler"));
    await clock.run(clock.sleep(10).then(() => said.push("play is over")));
    expect(said).toEqual(["play is over", "straggler"]);
  });

  it("reports a play that waits for nothing that could still come", async () => {
    const clock = new VirtualClock();
    const stuck = clock.sleep(10).then(() => new Promise<void>(() => {}));
    const failure: unknown = await clock.run(stuck).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NothingLeft);
    expect(String(failure)).toContain("virtual time 10 ms");
  });

  it("rejects as the play does, after everyone has woken", async () => {
    const clock = new VirtualClock();
    const said: string[] = [];
    void clock.sleep(20).then(() => said.push("straggler"));
    const failing = clock.sleep(10).then(() => {
      throw new Error("the play broke off");
    });
    await expect(clock.run(failing)).rejects.toThrow("the play broke off");
    expect(said).toEqual(["straggler"]);
  });

  it("holds a play within a play over as soon as it has settled, and wakes who sleeps longer after the outer one", async () => {
    const clock = new VirtualClock();
    const said: string[] = [];
    void clock.sleep(100).then(() => said.push("straggler"));
    const outer = async () => {
      await clock.run(clock.sleep(10).then(() => said.push("inner")));
      await clock.sleep(20);
      said.push(`outer ${clock.now}`);
    };
    await clock.run(outer());
    expect(said).toEqual(["inner", "outer 30", "straggler"]);
  });

  it("reports a stuck play to every run that waits for it, and can be run again", async () => {
    const clock = new VirtualClock();
    const inner = clock.run(new Promise<void>(() => {}));
    const outer = clock.run(inner);
    await expect(inner).rejects.toBeInstanceOf(NothingLeft);
    await expect(outer).rejects.toBeInstanceOf(NothingLeft);
    await clock.run(clock.sleep(10));
    expect(clock.now).toBe(10);
  });
});

describe("outside", () => {
  /** A wait on the real world, longer than everything that settles by itself. */
  const soon = () => new Promise<string>((resolve) => setTimeout(() => resolve("Enter"), 20));

  it("holds time while somebody outside is waited for", async () => {
    const clock = new VirtualClock();
    const said: string[] = [];
    const sleeper = clock.sleep(10).then(() => said.push(`sleeper ${clock.now}`));
    const prompt = clock.outside(soon()).then((answer) => said.push(`${answer} ${clock.now}`));
    await clock.run(Promise.all([sleeper, prompt]));
    expect(said).toEqual(["Enter 0", "sleeper 10"]);
  });

  it("is no play that waits for nothing, however often it waits", async () => {
    const clock = new VirtualClock();
    const asking = async () => [await clock.outside(soon()), await clock.outside(soon())];
    expect(await clock.run(asking())).toEqual(["Enter", "Enter"]);
  });

  it("rejects as the wait does, and the play after it can still get stuck", async () => {
    const clock = new VirtualClock();
    const leaving = soon().then(() => Promise.reject(new Error("left")));
    await expect(clock.run(clock.outside(leaving))).rejects.toThrow("left");
    await expect(clock.run(new Promise<void>(() => {}))).rejects.toBeInstanceOf(NothingLeft);
  });

  it("does not keep a play that ended without it", async () => {
    const clock = new VirtualClock();
    void clock.outside(new Promise<void>(() => {}));
    await clock.run(soon());
    expect(clock.now).toBe(0);
  });
});
