import { expect, test } from "vitest";
import { align, differencesOf } from "./differences.ts";
import type { Line } from "../play/line.ts";

const line = (key: string, data: Record<string, unknown> = {}): Line => ({ key, kind: "event", data, turn: 1 });

const named = (chapter: Line[], pi: Line[]) =>
  differencesOf(align(chapter, pi)).map((difference) => {
    const what = "path" in difference ? difference.path : "among" in difference ? difference.among : "";
    return [difference.kind, difference.line.key, what].join(" ").trim();
  });

test("equal traces have no difference", () => {
  expect(named([line("a", { n: 1 })], [line("a", { n: 1 })])).toEqual([]);
});

test("a line that one side lacks is named on the side that has it", () => {
  expect(named([line("a"), line("x")], [line("a"), line("y")])).toEqual(["only-chapter x", "only-pi y"]);
});

test("lines with one key are told apart by their count", () => {
  expect(named([line("a")], [line("a"), line("a")])).toEqual(["only-pi a"]);
});

test("a missing subtree counts once, at its root", () => {
  expect(named([line("a", {})], [line("a", { message: { role: "user", deep: { er: 1 } } })])).toEqual([
    "field a message",
  ]);
});

test("fields inside lists are named by their place", () => {
  const [ours, theirs] = [{ messages: [{ id: 1 }] }, { messages: [{ id: 2 }] }];
  expect(named([line("a", ours)], [line("a", theirs)])).toEqual(["field a messages[0].id"]);
});

test("a string and blocks with the same text differ in shape only, with another text in both", () => {
  const blocks = { content: [{ type: "text", text: "hi" }] };
  expect(named([line("a", { content: "hi" })], [line("a", blocks)])).toEqual(["shape a content"]);
  expect(named([line("a", { content: "ho" })], [line("a", blocks)])).toEqual(["shape a content", "text a content"]);
});

test("calls beside a string are held against the calls among blocks", () => {
  const blocks = [
    { type: "text", text: "hi" },
    { type: "toolCall", id: "1", name: "echo", arguments: {} },
  ];
  const called = (...toolCalls: object[]) =>
    named([line("a", { content: "hi", toolCalls })], [line("a", { content: blocks })]);
  const echo = { id: "1", name: "echo", arguments: {} };
  expect(called(echo)).toEqual(["shape a content"]);
  expect(called()).toEqual(["field a toolCalls[0]", "shape a content"]);
  expect(called({ ...echo, id: "2" })).toEqual(["text a toolCalls[0].id", "shape a content"]);
  expect(called(echo, echo)).toEqual(["field a toolCalls[1]", "shape a content"]);
});

test("a tool that ended before its message has changed places with it", () => {
  const ours = [line("tool_execution_end call-1"), line("message_end assistant")];
  expect(named(ours, ours.toReversed())).toEqual(["order tool_execution_end call-1 its message"]);
});

test("two tools that changed places have done so with each other", () => {
  const ours = [line("tool_execution_end call-1"), line("tool_execution_end call-2")];
  expect(named(ours, ours.toReversed())).toEqual(["order tool_execution_end call-1 other calls"]);
});

test("a line that moved stands on both sides, and its differences are told once", () => {
  const pairs = align(
    [line("tool_execution_end call-1", { n: 1 }), line("message_end assistant")],
    [line("message_end assistant"), line("tool_execution_end call-1", { n: 2 })],
  );
  expect(pairs.filter((pair) => pair.chapter).map((pair) => pair.chapter?.key)).toHaveLength(2);
  expect(pairs.filter((pair) => pair.pi).map((pair) => pair.pi?.key)).toHaveLength(2);
  expect(differencesOf(pairs).map((difference) => difference.kind)).toEqual(["order", "field"]);
});
