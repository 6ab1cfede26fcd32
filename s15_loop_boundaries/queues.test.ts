import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { userMessage } from "../shared/props.ts";
import { MessageQueue, type QueueMode } from "./queues.ts";

const [one, two, three] = ["one", "two", "three"].map(userMessage) as [never, never, never];

function filled(mode: QueueMode): MessageQueue {
  const queue = new MessageQueue(mode);
  for (const message of [one, two, three]) queue.enqueue(message);
  return queue;
}

describe("all", () => {
  it("hands over everything at once, oldest first, and then nothing", () => {
    const queue = filled("all");
    expect(queue.drain()).toEqual([one, two, three]);
    expect(queue.drain()).toEqual([]);
  });
});

describe("one-at-a-time", () => {
  it("hands over the oldest alone, until nothing waits", () => {
    const queue = filled("one-at-a-time");
    expect([1, 2, 3, 4].map(() => queue.drain())).toEqual([[one], [two], [three], []]);
  });
});

it.each(["all", "one-at-a-time"] as const)("%s: has nothing to give before anybody spoke", (mode) => {
  expect(new MessageQueue(mode).drain()).toEqual([]);
});

it("keeps the very message, and what was handed over is no longer the queue's", () => {
  const queue = filled("all");
  const taken = queue.drain();
  expect(taken[0]).toBe(one);
  queue.enqueue(two);
  expect(taken).toHaveLength(3);
  taken.length = 0;
  expect(queue.drain()).toEqual([two]);
});

it("the same message said twice is two messages", () => {
  const queue = new MessageQueue("one-at-a-time");
  queue.enqueue(one);
  queue.enqueue(one);
  expect([queue.drain(), queue.drain(), queue.drain()]).toEqual([[one], [one], []]);
});

it("whenever it is asked: nothing is lost, nothing comes twice, nothing overtakes", () => {
  const anyMode = fc.constantFrom<QueueMode>("all", "one-at-a-time");
  fc.assert(
    fc.property(anyMode, fc.array(fc.constantFrom("enqueue", "drain")), (mode, steps) => {
      const queue = new MessageQueue(mode);
      const put: unknown[] = [];
      const got: unknown[] = [];
      for (const step of steps) {
        if (step === "enqueue") {
          const message = userMessage(`${put.length}`);
          put.push(message);
          queue.enqueue(message);
          continue;
        }
        const waiting = put.length - got.length;
        const taken = queue.drain();
        expect(taken).toHaveLength(mode === "all" ? waiting : Math.min(waiting, 1));
        got.push(...taken);
      }
      expect(got).toEqual(put.slice(0, got.length));
    }),
  );
});
