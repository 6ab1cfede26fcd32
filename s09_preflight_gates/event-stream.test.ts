import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventStream } from "./event-stream.ts";

/** Numbers; 0 is the last event, and its result is "over". */
const numbers = () => new EventStream<number, string>((event) => (event === 0 ? { result: "over" } : undefined));

async function readAll(stream: EventStream<number, string>, most = Infinity): Promise<number[]> {
  const read: number[] = [];
  if (most === 0) return read;
  for await (const event of stream) if (read.push(event) >= most) break;
  return read;
}

const pushAll = (stream: EventStream<number, string>, ...events: number[]) => {
  for (const event of events) stream.push(event);
};

/** What a promise has come to by now, without waiting for it. */
const byNow = (promise: Promise<unknown>) =>
  Promise.race([promise, new Promise((resolve) => setImmediate(resolve, "still waiting"))]);

describe("a consumer", () => {
  it("finds what was pushed before it came, in order, the last event included", async () => {
    const stream = numbers();
    pushAll(stream, 1, 2, 0);
    expect(await readAll(stream)).toEqual([1, 2, 0]);
  });

  it("waits for what has not been pushed yet, and gets it as soon as it is", async () => {
    const stream = numbers();
    const [first, rest] = [readAll(stream, 1), readAll(stream)];
    expect(await byNow(first)).toBe("still waiting");
    pushAll(stream, 1);
    expect(await byNow(first)).toEqual([1]);
    expect(await byNow(rest)).toBe("still waiting");
    pushAll(stream, 2, 0);
    expect(await rest).toEqual([2, 0]);
  });

  it("that leaves loses nothing for the one that comes after it", async () => {
    const stream = numbers();
    pushAll(stream, 1, 2, 3);
    expect(await readAll(stream, 1)).toEqual([1]);
    pushAll(stream, 0);
    expect(await readAll(stream)).toEqual([2, 3, 0]);
  });

  it("shares with another: each event goes to one of them, and both get to the end", async () => {
    const stream = numbers();
    const both = Promise.all([readAll(stream), readAll(stream)]);
    await byNow(both);
    pushAll(stream, 1, 2, 3, 0);
    expect((await both).flat().toSorted()).toEqual([0, 1, 2, 3]);
  });

  it("is not the only one that learns of the end", async () => {
    const stream = numbers();
    const both = Promise.all([readAll(stream), readAll(stream)]);
    await byNow(both);
    pushAll(stream, 0);
    expect((await Promise.race([both, byNow(new Promise(() => {}))])) as number[][]).toContainEqual([]);
  });

  it("reads what was pushed, once and in order, whenever it reads and however often it leaves", async () => {
    const anySteps = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constant("push" as const)), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const stream = numbers();
        const [pushed, read]: [number[], number[]] = [[], []];
        for (const step of steps) {
          if (step === "push") stream.push(pushed[pushed.push(pushed.length + 1) - 1] as number);
          else read.push(...(await readAll(stream, Math.min(step, pushed.length - read.length))));
        }
        stream.push(0);
        expect([...read, ...(await readAll(stream))]).toEqual([...pushed, 0]);
      }),
    );
  });
});

describe("the result", () => {
  it("is there with the last event, though nobody iterates", async () => {
    const stream = numbers();
    pushAll(stream, 1);
    expect(await byNow(stream.result())).toBe("still waiting");
    pushAll(stream, 0);
    expect(await byNow(stream.result())).toBe("over");
  });

  it("does not change, and no event follows the last", async () => {
    const stream = numbers();
    pushAll(stream, 0, 1);
    stream.end("another");
    expect(await stream.result()).toBe("over");
    expect(await readAll(stream)).toEqual([0]);
  });

  it("may come without an event: who waits at the empty queue learns that it is over", async () => {
    const stream = numbers();
    const reading = readAll(stream);
    await byNow(reading);
    stream.end("stopped");
    expect([await byNow(reading), await stream.result()]).toEqual([[], "stopped"]);
  });
});

describe("a failure", () => {
  it("reaches who iterates, after the events before it, and who waits for the result", async () => {
    const stream = numbers();
    const read: number[] = [];
    const reading = (async () => {
      for await (const event of stream) read.push(event);
    })();
    pushAll(stream, 1, 2);
    stream.fail(new Error("lost"));
    pushAll(stream, 3);
    await expect(reading).rejects.toThrow("lost");
    await expect(stream.result()).rejects.toThrow("lost");
    expect(read).toEqual([1, 2]);
  });

  it("may be of anything that can be thrown, nothing included", async () => {
    const stream = numbers();
    stream.fail(undefined);
    await expect(readAll(stream)).rejects.toBeUndefined();
  });

  it("after the last event is none", async () => {
    const stream = numbers();
    pushAll(stream, 0);
    stream.fail(new Error("lost"));
    expect([await readAll(stream), await stream.result()]).toEqual([[0], "over"]);
  });

  it("that nobody asks for is no unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const keep = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", keep);
    numbers().fail(new Error("lost"));
    await new Promise((resolve) => setTimeout(resolve));
    process.off("unhandledRejection", keep);
    expect(unhandled).toEqual([]);
  });
});
