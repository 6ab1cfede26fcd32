import { expect, it } from "vitest";
import { saying } from "../shared/testing/saying.ts";
import type { AgentEvent } from "./events.ts";
import type { ToolCall } from "./messages.ts";
import { ToolUpdates } from "./updates.ts";

const toolCall: ToolCall = { type: "toolCall", id: "call-1", name: "build", arguments: { target: "web" } };

/** Lets everything run that waits for no one. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("tells of each update at once, with the call as the model wrote it", () => {
  const events: AgentEvent[] = [];
  const { onUpdate } = new ToolUpdates((event) => void events.push(event), toolCall);
  const partialResult = saying("50%");
  onUpdate(partialResult);
  expect(events[0]?.type === "tool_execution_update" && events[0].partialResult).toBe(partialResult);
  expect(events).toEqual([
    {
      type: "tool_execution_update",
      toolCallId: "call-1",
      toolName: "build",
      args: { target: "web" },
      partialResult: saying("50%"),
    },
  ]);
});

it("ignores what comes after the tool has ended, however often", async () => {
  const events: AgentEvent[] = [];
  const updates = new ToolUpdates((event) => void events.push(event), toolCall);
  updates.onUpdate(saying("50%"));
  const closed = updates.close();
  updates.onUpdate(saying("too late, while the listeners are waited for"));
  await closed;
  updates.onUpdate(saying("too late"));
  await updates.close();
  expect(events).toHaveLength(1);
});

it("waits at the end for every listener, and for nobody before", async () => {
  const release: (() => void)[] = [];
  const updates = new ToolUpdates(() => new Promise((resolve) => release.push(resolve)), toolCall);
  updates.onUpdate(saying("1"));
  updates.onUpdate(saying("2"));
  let closed = false;
  const closing = updates.close().then(() => (closed = true));

  release[1]?.();
  await settled();
  expect(closed).toBe(false);
  release[0]?.();
  await closing;
  expect(closed).toBe(true);
});

it("rejects at the end with what a listener throws", async () => {
  const updates = new ToolUpdates(() => Promise.reject(new Error("screen is gone")), toolCall);
  updates.onUpdate(saying("50%"));
  await expect(updates.close()).rejects.toThrow("screen is gone");
});

it("keeps what a listener throws until the end, however long the tool still runs", async () => {
  const updates = new ToolUpdates(() => Promise.reject(new Error("screen is gone")), toolCall);
  updates.onUpdate(saying("50%"));
  // A rejection that nobody handles fails the test run, as it would end the process.
  await settled();
  await expect(updates.close()).rejects.toThrow("screen is gone");
});

it("keeps what a listener throws at once from the tool", async () => {
  const thrown = () => {
    throw new Error("screen is gone");
  };
  const updates = new ToolUpdates(thrown, toolCall);
  expect(() => updates.onUpdate(saying("50%"))).not.toThrow();
  await expect(updates.close()).rejects.toThrow("screen is gone");
});
