import { UsageError } from "../../tools/command.ts";

/** Which model to ask, and where. The key is kept nowhere else, and never shown. */
export type LiveSettings = { baseUrl: string; model: string; apiKey: string };

const VARIABLES = {
  LIVE_BASE_URL: "服务的地址，到 /v1 为止，例如 https://api.openai.com/v1",
  LIVE_MODEL: "模型的名字，照服务的叫法",
  LIVE_API_KEY: "服务给的 key；本地的服务不看它，随便写一个，例如 none",
} as const;

type Name = keyof typeof VARIABLES;
const NAMES = Object.keys(VARIABLES) as Name[];

const EXAMPLE = `完整的例子：

  export LIVE_BASE_URL=https://api.openai.com/v1
  export LIVE_MODEL=gpt-4.1-mini
  read -rs LIVE_API_KEY && export LIVE_API_KEY
  npm run compare -- --live "README.md 里说这门课教什么？"

第三行等你粘贴 key，它不会留在命令的历史里。任何说 OpenAI Chat Completions 格式的服务都可以。`;

/**
 * Reads what a live run needs from the environment. Another program's variables (OPENAI_API_KEY) are not taken: a key
 * must not go to an address that it was not meant for. Throws a UsageError that names what is missing or wrong, and
 * holds nothing of the key.
 */
export function readSettings(env: Record<string, string | undefined>): LiveSettings {
  const missing = NAMES.filter((name) => !env[name]?.trim());
  if (missing.length > 0) throw new UsageError(describeMissing(missing, env));
  const [baseUrl = "", model = "", apiKey = ""] = NAMES.map((name) => env[name]?.trim());
  refuseBadAddress(baseUrl);
  // fetch would complain by quoting the whole header.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError("LIVE_API_KEY 里有空格、换行或者不是 ASCII 的字符，重新粘贴一次。");
  return { baseUrl, model, apiKey };
}

function describeMissing(missing: Name[], env: Record<string, string | undefined>): string {
  const width = Math.max(...NAMES.map((name) => name.length)) + 2;
  const lines = missing.map((name) => `  ${name.padEnd(width)}${VARIABLES[name]}`);
  const hint =
    missing.includes("LIVE_API_KEY") && env["OPENAI_API_KEY"]
      ? '\n\n环境里有 OPENAI_API_KEY，程序不会自己拿去用。要用它，就写明：export LIVE_API_KEY="$OPENAI_API_KEY"'
      : "";
  return `没有设置这些环境变量，不知道问哪个模型：\n\n${lines.join("\n")}\n\n${EXAMPLE}${hint}`;
}

/** Says nothing of what was written: someone may have put the key there. */
function refuseBadAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("LIVE_BASE_URL 不是一个地址。要写成 https://api.openai.com/v1 这样。");
  }
  if (url.username || url.password) {
    throw new UsageError("LIVE_BASE_URL 里写着用户名或密码。去掉它们，key 写在 LIVE_API_KEY 里。");
  }
  if (url.search || url.hash) throw new UsageError("LIVE_BASE_URL 只写到路径为止，去掉 ? 和 # 后面的部分。");
  if (/\/chat\/completions\/?$/.test(url.pathname)) {
    throw new UsageError("LIVE_BASE_URL 写到 /v1 为止，去掉后面的 /chat/completions。");
  }
}
