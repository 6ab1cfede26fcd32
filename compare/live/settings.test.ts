import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

const WHOLE = { LIVE_BASE_URL: "https://example.org/v1", LIVE_MODEL: "model-x", LIVE_API_KEY: "sk-secret" };
const NAMES = Object.keys(WHOLE);

describe("the settings of a live run", () => {
  it("come from three variables", () => {
    expect(readSettings({ ...WHOLE, LIVE_MODEL: " model-x\n" })).toEqual({
      baseUrl: "https://example.org/v1",
      model: "model-x",
      apiKey: "sk-secret",
    });
  });

  it("are asked for all at once, with an example", () => {
    const asking = () => readSettings({});
    for (const name of NAMES) expect(asking).toThrow(new RegExp(`^没有设置[^]*\n  ${name} +\\S`));
    expect(asking).toThrow("npm run compare -- --live");
  });

  it.each(NAMES)("name only what is missing: %s", (name) => {
    const asking = () => readSettings({ ...WHOLE, [name]: " " });
    expect(asking).toThrow(new RegExp(`\n\n  ${name} [^\n]+\n\n完整的例子`));
    expect(asking).not.toThrow("sk-secret");
  });

  it("never take a key that was meant for another program, but say how to hand it over", () => {
    const env = { ...WHOLE, LIVE_API_KEY: undefined, OPENAI_API_KEY: "sk-other" };
    expect(() => readSettings(env)).toThrow('export LIVE_API_KEY="$OPENAI_API_KEY"');
    expect(() => readSettings(env)).not.toThrow("sk-other");
  });

  it.each([
    ["api.openai.com", "不是一个地址"],
    ["file:///etc", "不是一个地址"],
    ["https://me:sk-secret@example.org/v1", "用户名或密码"],
    ["https://example.org/v1?key=sk-secret", "去掉 ?"],
    ["https://example.org/v1/chat/completions", "去掉后面的 /chat/completions"],
  ])("refuse the address %s without repeating it", (LIVE_BASE_URL, words) => {
    const asking = () => readSettings({ ...WHOLE, LIVE_BASE_URL });
    expect(asking).toThrow(words);
    expect(asking).not.toThrow("sk-secret");
  });

  it("refuse a key that no header could carry, without showing it", () => {
    const asking = () => readSettings({ ...WHOLE, LIVE_API_KEY: "sk-secret\nmore" });
    expect(asking).toThrow("重新粘贴");
    expect(asking).not.toThrow("sk-secret");
  });
});
