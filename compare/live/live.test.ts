import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FakeServer, piece, silentSse, sse } from "./fake-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BARE = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(LIVE|OPENAI)_/.test(name)));

type Ended = { code: number | null; out: string; err: string };

/** Starts the command itself; `listen` may end the process once it has heard enough. */
function live(
  argv: string[],
  env: Record<string, string>,
  listen = (_out: string, _kill: () => void) => {},
): Promise<Ended> {
  const child = spawn(process.execPath, ["--import", "tsx", "compare/main.ts", ...argv], {
    cwd: ROOT,
    env: { ...BARE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    told.out += text;
    listen(told.out, () => child.kill("SIGINT"));
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (told.err += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...told })));
}

describe("npm run compare -- --live", { timeout: 60_000 }, () => {
  it("says what is missing, and asks nobody", async () => {
    const { code, out, err } = await live(["--live"], { LIVE_MODEL: "model-x" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^没有设置这些环境变量[^]*LIVE_BASE_URL[^]*LIVE_API_KEY/);
    expect(err).not.toMatch(/^ {2}LIVE_MODEL /m);
  });

  it.each([
    { argv: ["--live", "两个", "问题"], words: "用引号括起来" },
    { argv: ["--live", "--curve"], words: "用法" },
    { argv: ["--live", "--case", "default"], words: "--case 要和章一起写" },
  ])("explains: $argv", async ({ argv, words }) => {
    const { code, out, err } = await live(argv, {});
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
  });

  it("puts the question to the model", async () => {
    const server = await FakeServer.start(sse(piece({ content: "好" }), piece({}, "stop")));
    const env = { LIVE_BASE_URL: server.baseUrl, LIVE_MODEL: "model-x", LIVE_API_KEY: "sk-very-secret" };
    const { code, out, err } = await live(["--live", "你好吗？"], env);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("[user]\n你好吗？\n");
    expect(out).not.toContain("sk-very-secret");
    expect(server.requests[0]?.body.messages.at(-1)).toEqual({ role: "user", content: "你好吗？" });
  });

  it("ends at Ctrl+C with 130, also when the signal comes twice", async () => {
    const server = await FakeServer.start(silentSse(piece({ content: "一" })));
    const env = { LIVE_BASE_URL: server.baseUrl, LIVE_MODEL: "model-x", LIVE_API_KEY: "none" };
    const { code, out, err } = await live(["--live"], env, (heard, kill) => {
      if (!heard.includes("text_delta") || heard.includes("aborted")) return;
      kill();
      setTimeout(kill, 20);
    });
    expect({ code, err }).toEqual({ code: 130, err: "中止了。\n" });
    expect(out).toContain("message_end: assistant aborted\n");
  });
});
