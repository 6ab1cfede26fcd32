import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";

it("default prints, to the byte:", async () => {
  expect((await playCase(chapter, "default")).trace).toBe(`s05: Tool Hook Boundary

[user]
复读一下 hi

message_start
tool_call: echo
[beforeToolCall]
allow: echo
[afterToolCall]
echo -> hi
tool_result: checked: hi
message_end: toolUse
message_start
text_delta: 工具结果是：checked: hi
message_end: stop

[assistant]
content: 工具结果是：checked: hi
stopReason: stop
`);
});

it("blocked prints, among other lines:", async () => {
  const { trace } = await playCase(chapter, "blocked");
  expect(trace).toContain(`
message_start
tool_call: dangerous
[beforeToolCall]
block: dangerous
tool_result: blocked: 这个工具在演示里被禁用
message_end: toolUse
message_start
text_delta: 工具结果是：blocked: 这个工具在演示里被禁用
message_end: stop
`);
  expect(trace).not.toContain("不该执行到这里");
});

it.each(["rewrite", "hook-throws"])("%s lets no secret out: not to the reader, not to the provider", async (name) => {
  const { shown, trace, provider } = await playCase(chapter, name);
  expect(trace).toContain("call-1");
  expect(JSON.stringify([shown, trace, provider?.requests])).not.toContain("sk-secret");
});

it("hook-throws runs no handler that before could not judge", async () => {
  const { trace } = await playCase(chapter, "hook-throws");
  expect(trace).toContain("tool_result: error: rules file is unreadable");
  expect(trace).not.toContain("不该执行到这里");
});

it("throws gives the error to after", async () => {
  expect((await playCase(chapter, "throws")).trace).toContain("checked: error: no such file: app.log");
});

it("tool-removed offers a tool and then does not have it", async () => {
  const { trace, provider } = await playCase(chapter, "tool-removed");
  expect(provider?.requests[0]?.tools).toHaveLength(1);
  expect(trace).toContain("tool_result: error: Tool echo not found");
});
