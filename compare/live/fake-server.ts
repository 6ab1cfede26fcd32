import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What a request said, as far as the tests look. */
export type SeenRequest = { url: string; authorization: string | undefined; body: RequestBody };
export type RequestBody = {
  model: string;
  stream: boolean;
  messages: { role: string; content?: unknown; tool_call_id?: string; tool_calls?: WireCall[] }[];
  tools: { type: string; function: { name: string; parameters: object } }[];
} & Record<string, unknown>;
type WireCall = { id: string; type: string; function: { name: string; arguments: string } };

/** Answers one request. */
export type Answering = (response: ServerResponse) => void | Promise<void>;

/** A server on this machine that speaks the wire format of OpenAI's chat completions; gone when the test is over. */
export class FakeServer {
  readonly requests: SeenRequest[] = [];
  readonly #answers: Answering[];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** One answer for each request, the last one from then on. */
  static async start(...answers: Answering[]): Promise<FakeServer> {
    const server = new FakeServer(answers);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    onTestFinished(() => {
      server.#server.close();
      server.#server.closeAllConnections();
    });
    return server;
  }

  private constructor(answers: Answering[]) {
    this.#answers = answers;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as RequestBody;
    this.requests.push({ url: request.url ?? "", authorization: request.headers.authorization, body });
    const answer = this.#answers[Math.min(this.requests.length, this.#answers.length) - 1];
    await answer?.(response);
  }
}

/** Server-sent events: each of `data` is one chunk on the wire, and at the end the mark that OpenAI sends. */
export function sse(...data: object[]): Answering {
  return async (response) => {
    await send(response, data);
    response.end("data: [DONE]\n\n");
  };
}

/** The same, and then the connection breaks. */
export function brokenSse(...data: object[]): Answering {
  return async (response) => {
    await send(response, data);
    response.destroy();
  };
}

/** The same, and then silence. */
export function silentSse(...data: object[]): Answering {
  return (response) => send(response, data);
}

/** Each chunk leaves on its own, or they could arrive as one. */
async function send(response: ServerResponse, data: object[]): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const one of data) {
    response.write(`data: ${JSON.stringify(one)}\n\n`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Any other answer. */
export function plain(status: number, body: string, headers: Record<string, string> = {}): Answering {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** A chunk with a piece of the reply. */
export function piece(delta: object, finish: string | null = null): object {
  return {
    id: "chat-1",
    object: "chat.completion.chunk",
    model: "model-x",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** A piece of one tool call; only the first one of a call has `id` and `name`. */
export function callPiece(index: number, written: string, first?: { id: string; name: string }): object {
  const { id, name } = first ?? {};
  return piece({
    tool_calls: [
      { index, ...(id && { id, type: "function" }), function: { ...(name && { name }), arguments: written } },
    ],
  });
}

/** The chunk that only counts. */
export function usage(prompt: number, completion: number, cached = 0): object {
  return {
    id: "chat-1",
    object: "chat.completion.chunk",
    choices: [],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    },
  };
}
