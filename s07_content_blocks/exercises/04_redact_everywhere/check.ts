import { test } from "vitest";
import { runEventedToolLoop } from "#s07/loop.ts";
import type { ToolResultMessage } from "#s07/messages.ts";
import { createState } from "#s07/state.ts";
import { ToolRegistry, type ToolHandler, type ToolResult } from "#s07/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";
import { call, text } from "#shared/script.ts";
import { scripted } from "#shared/testing/providers.ts";

const FIELDS = "README.md「工作原理」里的「after 逐个字段地换」";
const BLOCKS = "README.md「工作原理」里的「看不懂的，原样带过」";

/** The result of one call on the unchanged loop, and everything that left the run. */
async function played(secrets: string[], handler: ToolHandler, { fails = false } = {}) {
  const { redacting } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  registry.register({ spec: { name: "screenshot", description: "" }, handler });
  const state = createState({ systemPrompt: "", model: "model-a" });
  const provider = scripted([[call("call-1", "screenshot")], [text("好")]], undefined, { blocks: true });
  const events: unknown[] = [];
  await runEventedToolLoop(state, provider, registry, redacting(secrets), "截图", (event) => {
    events.push(structuredClone(event));
  });
  const result = state.messages.find((message): message is ToolResultMessage => message.role === "toolResult");
  if (!result) throw new Error("the call has no result");
  if (!fails && result.isError) {
    throw verdict({
      saw: `handler 照常返回，经过 after 却成了失败：${JSON.stringify(result.content)}。`,
      should: "脱敏不改成败。after 自己抛错，由它的错误顶替结果；details 的类型是 unknown，先确认是什么再读。",
      read: FIELDS,
    });
  }
  return { result, everything: JSON.stringify([state, events, provider.requests]) };
}

const returning =
  (content: ToolResult["content"], details?: unknown): ToolHandler =>
  async () => ({ content, details });
const isText = (said: string) => ({ type: "text" as const, text: said });

/** A secret, as it stands in JSON. */
const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1);

const EVERY_FIELD =
  "整个结果都进 transcript、事件和以后的请求，details 也在里面。after 没有写的字段不动，脱敏就要把每个字段都想到。";

type Play = Awaited<ReturnType<typeof played>>;

function expectGone(where: string, secret: string, { result, everything }: Play, should = EVERY_FIELD): void {
  if (!everything.includes(inJson(secret))) return;
  const field = JSON.stringify(result.content).includes(inJson(secret)) ? "content" : "details";
  throw verdict({
    saw: `${where}，结果的 ${field} 里还有密钥：${JSON.stringify(result[field])}。`,
    should,
    read: FIELDS,
  });
}

test("a secret in a text, and in the details", async () => {
  const [secret, host] = [fresh("sk-"), fresh("host")];
  const said = [isText(`KEY=${secret} ${host}`), isText(`again ${secret}, ${secret}`)];
  const play = await played(
    [fresh("other-"), secret],
    returning(said, { title: `TOKEN=${secret}${secret}`, width: 3 }),
  );
  expectGone("文字里和 details.title 里各有密钥", secret, play);
  const { content, details } = play.result;
  const kept = JSON.stringify(content);
  if (content.length !== 2 || !kept.includes("KEY=") || !kept.includes(host) || !kept.includes("again ")) {
    throw verdict({
      saw: `密钥没有了，其余的文字也变了。原来有两块，现在是 ${kept}。`,
      should: "两块文字还是两块，只换掉密钥。",
      read: BLOCKS,
    });
  }
  const { title, width } = (details ?? {}) as { title?: unknown; width?: unknown };
  if (width === 3 && typeof title === "string" && title.startsWith("TOKEN=")) return;
  throw verdict({
    saw: `details 原来有 title 和 width，现在是 ${JSON.stringify(details)}。`,
    should: "details 是整个换掉的，不合并：要留的 width，和 title 里密钥以外的字，得自己抄过去。",
    read: FIELDS,
  });
});

test("an image stays where it is, bit by bit", async () => {
  const secret = fresh("sk-");
  const image = { type: "image" as const, data: Buffer.from(fresh()).toString("base64"), mimeType: "image/png" };
  const { result } = await played([secret], returning([isText("截好了："), image, isText("完")], {}));
  expectSame(result.content, [isText("截好了："), image, isText("完")], (seen) => ({
    saw: `结果里有文字、图片、文字三块，一处密钥也没有，经过 after 却成了 ${JSON.stringify(seen)}。`,
    should: "看不懂的块原样带过，次序也不变。",
    read: BLOCKS,
  }));
});

test("details may be deep, and hold what is no text", async () => {
  const secret = fresh("sk-");
  const detailsOf = (word: string) => ({
    files: [{ path: `/home/${word}`, lines: [1, 2] }, null],
    env: { nested: { token: word, on: true, ratio: 0.5 } },
  });
  const play = await played([secret], returning([], detailsOf(secret)));
  expectGone("details 里的数组和对象，几层深处有密钥", secret, play);
  expectGone("details 里有一个键就是密钥", secret, await played([secret], returning([], { owners: { [secret]: 1 } })));
  const plain = await played([secret], returning([], detailsOf("word")));
  expectSame<unknown>(plain.result.details, detailsOf("word"), (seen) => ({
    saw: `details 里一处密钥也没有：${JSON.stringify(detailsOf("word"))}。经过 after 却成了 ${JSON.stringify(seen)}。`,
    should: "数字、布尔、null 和数组都照原样，只有字符串要看。",
    read: FIELDS,
  }));
});

test("details may be anything, or nothing", async () => {
  const secret = fresh("sk-");
  for (const details of [undefined, null, 42, "word", [] as string[]]) {
    const { result } = await played([secret], returning([isText("hi")], details));
    expectSame<unknown>([result.content, result.details, result.isError], [[isText("hi")], details, false], () => ({
      saw: `handler 交出的 details 是 ${String(JSON.stringify(details))}，结果成了 ${JSON.stringify(result)}。`,
      should: "details 的类型是 unknown：先确认是什么，再读。没有密钥的，原样通过。",
      read: FIELDS,
    }));
  }
  expectGone("details 就是一个字符串", secret, await played([secret], returning([], `TOKEN=${secret}`)));
});

test("a failure stays a failure", async () => {
  const [secret, host] = [fresh("sk-"), fresh("host")];
  const play = await played([secret], () => Promise.reject(new Error(`${host} refused ${secret}`)), { fails: true });
  expectGone("handler 抛出带密钥的错误", secret, play);
  const { content, isError } = play.result;
  expectSame([isError, JSON.stringify(content).includes(host)], [true, true], () => ({
    saw: `handler 抛错，结果的 isError 是 ${isError}，内容是 ${JSON.stringify(content)}。`,
    should: "脱敏只换密钥：失败的仍是失败，错误的其余文字还在。",
    read: FIELDS,
  }));
});

test("a secret is a text, whatever stands in it", async () => {
  const secret = `${fresh("sk-")}"\\\n.*$&`;
  const play = await played([secret], returning([isText(`KEY=${secret}`)], { title: `KEY=${secret}` }));
  const should = "密钥就是一串字符，里面有什么都要认出来。先变成 JSON 再找，引号、反斜杠和换行已经被转义，就对不上了。";
  expectGone("密钥里有引号、反斜杠和换行", secret, play, should);
});
