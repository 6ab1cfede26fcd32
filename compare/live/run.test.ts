import { createServer } from "node:net";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Terminal } from "../../shared/terminal.ts";
import {
  brokenSse,
  callPiece,
  FakeServer,
  piece,
  plain,
  silentSse,
  sse,
  usage,
  type Answering,
  type SeenRequest,
} from "./fake-server.ts";
import { MAX_TURNS, runLive } from "./run.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEY = "sk-very-secret-0123456789";

type Told = { code: number; out: string; err: string };

/** Puts one question to a model at `baseUrl`; `listen` hears each piece of the trace. */
async function ask(
  baseUrl: string,
  listen: (text: string) => void = () => {},
  abort = new AbortController(),
): Promise<Told> {
  const told = { out: "", err: "" };
  const terminal: Terminal = {
    write: (text) => {
      told.out += text;
      listen(text);
    },
    writeError: (text) => void (told.err += text),
    interactive: false,
    colour: false,
    nextLine: async () => false,
  };
  const settings = { baseUrl, model: "model-x", apiKey: KEY };
  const code = await runLive({ question: "这是什么？", settings, root: ROOT, terminal, signal: abort.signal });
  return { code, ...told };
}

async function play(...answers: Answering[]): Promise<Told & { requests: SeenRequest[] }> {
  const server = await FakeServer.start(...answers);
  return { ...(await ask(server.baseUrl)), requests: server.requests };
}

const answered = sse(piece({ role: "assistant", content: "好了" }), piece({}, "stop"));

/** A reply that reads `path`, with the arguments in fragments. */
function reading(path: string): Answering {
  const written = JSON.stringify({ path });
  return sse(
    callPiece(0, "", { id: "call_a", name: "read" }),
    callPiece(0, written.slice(0, 4)),
    callPiece(0, written.slice(4)),
    piece({}, "tool_calls"),
  );
}

describe("a live run", () => {
  it("shows a reply that comes in pieces, and what it used", async () => {
    const { code, out, err, requests } = await play(
      sse(
        piece({ role: "assistant", content: "一门" }),
        piece({ content: "课。" }),
        piece({}, "stop"),
        usage(30, 5, 10),
      ),
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^s15: model-x（127\.0\.0\.1:\d+）\n\n\[user\]\n这是什么？\n\nagent_start\nturn_start\n/);
    expect(out).toContain("message_update: text_delta 一门\nmessage_update: text_delta 课。\n");
    expect(out).toContain("[assistant]\ncontent: 一门课。\n");
    expect(out).toMatch(/\[usage\]\n1 轮；输入 30 token，其中 10 来自缓存；输出 5 token\n$/);
    expect(requests.map(({ url, authorization }) => ({ url, authorization }))).toEqual([
      { url: "/v1/chat/completions", authorization: `Bearer ${KEY}` },
    ]);
  });

  it("asks in the wire format, without fields that only some servers understand", async () => {
    const { requests } = await play(answered);
    const [{ body } = expect.fail("nothing was asked")] = requests;
    expect(Object.keys(body).toSorted()).toEqual(["messages", "model", "stream", "stream_options", "tools"]);
    expect(body).toMatchObject({ model: "model-x", stream: true, stream_options: { include_usage: true } });
    expect(body.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(body.tools).toMatchObject([
      { type: "function", function: { name: "read", parameters: { type: "object" } } },
    ]);
    expect(Object.keys(body.tools[0]?.function ?? {}).toSorted()).toEqual(["description", "name", "parameters"]);
  });

  it("runs a call whose arguments come in fragments, and sends its result back paired", async () => {
    const { code, out, requests } = await play(reading("LICENSE"), answered);
    expect(code).toBe(0);
    expect(out).toContain('tool_execution_start: read {"path":"LICENSE"}\n');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body.messages.slice(2)).toEqual([
      expect.objectContaining({
        role: "assistant",
        tool_calls: [{ id: "call_a", type: "function", function: { name: "read", arguments: '{"path":"LICENSE"}' } }],
      }),
      { role: "tool", tool_call_id: "call_a", content: expect.stringMatching(/^MIT License/) },
    ]);
  });

  it("keeps two calls apart whose fragments are mixed", async () => {
    const { out, requests } = await play(
      sse(
        callPiece(0, '{"pa', { id: "call_a", name: "read" }),
        callPiece(1, '{"path":', { id: "call_b", name: "read" }),
        callPiece(0, 'th":"LICENSE"}'),
        callPiece(1, '"docs"}'),
        piece({}, "tool_calls"),
      ),
      answered,
    );
    expect(out).toContain(
      'tool_execution_start: read {"path":"LICENSE"}\ntool_execution_start: read {"path":"docs"}\n',
    );
    const results = requests[1]?.body.messages.filter(({ role }) => role === "tool");
    expect(results).toEqual([
      { role: "tool", tool_call_id: "call_a", content: expect.stringMatching(/^MIT License/) },
      { role: "tool", tool_call_id: "call_b", content: expect.stringContaining("run.md") },
    ]);
  });

  it("fails a call that the output limit cut off, and goes on", async () => {
    const { code, out, requests } = await play(
      sse(callPiece(0, '{"path":"LICENSE', { id: "call_a", name: "read" }), piece({}, "length")),
      answered,
    );
    expect(code).toBe(0);
    expect(out).toContain("message_end: assistant length\n");
    const result = requests[1]?.body.messages.at(-1);
    expect(result).toEqual({
      role: "tool",
      tool_call_id: "call_a",
      content: expect.stringContaining("hit the output token limit"),
    });
  });

  it("lets the model read why its tool refused", async () => {
    const { code, out, requests } = await play(reading("../outside"), answered);
    expect(code).toBe(0);
    expect(out).toMatch(/tool_execution_end: read .*\(isError\)\n/);
    expect(requests[1]?.body.messages.at(-1)?.content).toContain("外面");
  });

  it("stops a model that never stops reading", async () => {
    const warned = vi.spyOn(process, "emitWarning");
    onTestFinished(() => warned.mockRestore());
    const { code, err, requests } = await play(reading("LICENSE"));
    expect(warned).not.toHaveBeenCalled();
    expect({ code, err }).toEqual({ code: 1, err: `满了 ${MAX_TURNS} 轮，模型还要看文件，停在这里。\n` });
    expect(requests).toHaveLength(MAX_TURNS);
  });
});

describe("a live run that fails says why in one line, and asks only once:", () => {
  const sayings: [name: string, answer: Answering, line: RegExp][] = [
    [
      "a stream that breaks in the middle of a call",
      brokenSse(callPiece(0, '{"path":', { id: "call_a", name: "read" })),
      /^流断了：回复没有说完，连接就关了（.+）。\n$/,
    ],
    ["a stream that ends too soon", sse(piece({ content: "一" })), /^流断了：.+finish_reason/],
    [
      "401, with the key quoted",
      plain(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }), JSON_TYPE()),
      /^401：服务不认 LIVE_API_KEY 里的 key。服务说：Incorrect API key provided: \*\*\*\n$/,
    ],
    ["404", plain(404, "page not found"), /^404：没有这个地址，或者没有这个模型。.*LIVE_MODEL（model-x）。服务说：/],
    [
      "429",
      plain(429, JSON.stringify({ error: { message: "slow down" } }), { ...JSON_TYPE(), "retry-after": "7" }),
      /^429：请求太多，或者额度用完了，这里不重试。7 秒以后再试。服务说：slow down\n$/,
    ],
    ["500", plain(500, "oops\nsecond line"), /^500：服务自己出了错，过一会儿再试。服务说：[^\n]+\n$/],
    [
      "a page instead of a stream",
      plain(200, "<html>hello</html>", { "content-type": "text/html" }),
      /^回答不是 SSE，是 text\/html。/,
    ],
    [
      "events that are no JSON",
      plain(200, "data: {nonsense\n\n", { "content-type": "text/event-stream" }),
      /^流里的东西不是 JSON：[^\n]+\n$/,
    ],
    ["an error in the stream", sse({ error: { message: "overloaded" } }), /^回复失败：[^\n]*overloaded[^\n]*\n$/],
  ];

  it.each(sayings)("%s", async (_, answer, line) => {
    const printed = vi.spyOn(console, "error");
    onTestFinished(() => printed.mockRestore());
    const { code, out, err, requests } = await play(answer);
    expect({ code, printed: printed.mock.calls }).toEqual({ code: 1, printed: [] });
    expect(err).toMatch(line);
    expect(out + err).not.toContain(KEY);
    expect(requests).toHaveLength(1);
  });

  it("leaves no call unanswered by a tool that must not run", async () => {
    const { out } = await play(brokenSse(callPiece(0, '{"path":"LICENSE"}', { id: "call_a", name: "read" })));
    expect(out).toContain("message_end: assistant error\n");
    expect(out).not.toContain("tool_execution_start");
  });

  it("a closed port", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const { code, err } = await ask(`http://127.0.0.1:${port}/v1`);
    expect({ code, err }).toEqual({
      code: 1,
      err: `127.0.0.1:${port} 拒绝连接（ECONNREFUSED）：那里没有程序在听。本地的服务要先启动。\n`,
    });
  });

  it("a host that does not exist", async () => {
    const { code, err } = await ask("http://no-such-host.invalid/v1");
    expect(code).toBe(1);
    expect(err).toMatch(/^找不到 no-such-host\.invalid 这台主机（(ENOTFOUND|EAI_AGAIN)）。/);
  });
});

describe("a live run that is interrupted", () => {
  it("ends while the reply streams, with what there is of it", async () => {
    const server = await FakeServer.start(silentSse(piece({ content: "一" })));
    const abort = new AbortController();
    const stopAtText = (text: string) => text.includes("text_delta") && abort.abort();
    const { code, out, err } = await ask(server.baseUrl, stopAtText, abort);
    expect({ code, err }).toEqual({ code: 130, err: "中止了。\n" });
    expect(out).toContain("message_end: assistant aborted\n");
    expect(out).toContain("[assistant]\ncontent: 一\n");
  });
});

function JSON_TYPE(): Record<string, string> {
  return { "content-type": "application/json" };
}
