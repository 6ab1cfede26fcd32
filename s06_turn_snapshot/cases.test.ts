import { expect, it } from "vitest";
import { playCase } from "../shared/testing/play-case.ts";
import { chapter } from "./main.ts";

/** What the provider was offered in each request, and what its calls came to. */
async function play(name: string) {
  const { shown, trace, provider } = await playCase(chapter, name);
  const results = trace.match(/(?<=^tool_result: ).*$/gm);
  return { shown, trace, results, requests: provider?.requests ?? [] };
}

const offered = (requests: { tools?: readonly { name: string }[] }[]) =>
  requests.map((request) => request.tools?.map((tool) => tool.name));

it("tool-added: not in this turn, but in the next", async () => {
  const { requests, results } = await play("tool-added");
  expect(offered(requests)).toEqual([["echo"], ["echo", "shout"], ["echo", "shout"]]);
  expect(results).toEqual(["error: Tool shout not found", "HI"]);
});

it("tool-removed: still runs in this turn, and is not offered in the next", async () => {
  const { requests, results } = await play("tool-removed");
  expect(offered(requests)).toEqual([["echo"], []]);
  expect(results).toEqual(["hi"]);
});

it("model-switched: from the next turn on", async () => {
  const { requests } = await play("model-switched");
  expect(requests.map((request) => request.model)).toEqual(["model-a", "model-b"]);
});

it("tool-swapped runs what the model was shown, live runs something else", async () => {
  const swapped = await play("tool-swapped");
  const live = await play("live");
  expect(live.requests[0]).toEqual(swapped.requests[0]);
  expect(swapped.requests[0]?.tools).toMatchObject([{ description: "发布到测试环境" }]);
  expect(swapped.results).toEqual(["已发布到测试环境"]);
  expect(live.results).toEqual(["已发布到正式环境"]);
});

it("looks-like-error is an honest result that a hook takes for a failure", async () => {
  expect((await play("looks-like-error")).trace).toContain("read_log 失败了");
});
