import { relative } from "node:path";
import type { Flaw } from "./installed.ts";
import { NO_NPM, type NpmFailed } from "./npm.ts";

export const CORE = "@earendil-works/pi-agent-core";
/** The version the course is held against. */
export const PINNED_VERSION = "0.83.0";
/** What the pinned install costs, rounded; a test measures what can be measured without a network. */
export const SIZE = { downloadMB: 17, diskMB: 152 };

/** What the pinned install is about to bring, one line each. */
export function pinnedNotice(packages: number): string[] {
  return [
    `${CORE} ${PINNED_VERSION} 和它的依赖：${packages} 个包，下载约 ${SIZE.downloadMB} MB，占磁盘约 ${SIZE.diskMB} MB`,
    ...nodeNotice("不要紧：对照用到的部分在 Node 20 上照样运行，CI 里跑的就是它；npm 为此发的告警已经关掉"),
  ];
}

/** The same for another version. */
export function versionNotice(version: string): string[] {
  return [
    `${CORE} ${version} 和它的依赖：占磁盘一百多 MB，和 ${PINNED_VERSION} 分开放`,
    ...nodeNotice(`${PINNED_VERSION} 在 Node 20 上照样运行，${version} 没有验证过；跑不起来就换 Node 22 再试`),
  ];
}

function nodeNotice(meaning: string): string[] {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= 22 ? [] : [`Pi 的清单要求 Node 22，这里是 ${process.version}。${meaning}`];
}

export function placeNotice(folder: string): string {
  return `装在 ${shown(folder)}/node_modules；课程本身不用它，删掉这个文件夹，下次对照时再装`;
}

/** Why an install is needed, as one sentence. */
export function reasonFor(flaw: Flaw): string {
  switch (flaw.kind) {
    case "missing":
      return "对照要用真正的 Pi，这里还没有。";
    case "unfinished":
      return "上一次安装 Pi 没有做完。";
    case "different":
      return `${flaw.name} 应当是 ${flaw.wanted}，现在${flaw.installed ? `是 ${flaw.installed}` : "没有"}。`;
  }
}

/** npm ended well and the install is still wrong. */
export function stillFlawed(folder: string, flaw: Flaw): string {
  return `npm 说装好了，可是${reasonFor(flaw)}删掉 ${shown(folder)}/node_modules 再试一次。`;
}

/** What is missing, why, and what to do about it. */
export function failureText(version: string, { code, message }: NpmFailed): string {
  const said = message === "" ? [] : ["npm 的原话：", ...message.split("\n").slice(0, 4)];
  return [`没有装成 ${CORE} ${version}：${causeOf(version, code)}`, ...said].join("\n  ");
}

const NO_NETWORK =
  /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)$/;

function causeOf(version: string, code: string): string {
  if (NO_NETWORK.test(code)) return "npm 连不上软件源。接通网络后再运行同一条命令；课程的其他命令不需要它。";
  if (code === NO_NPM) return "找不到 npm 命令。npm 随 Node 一起安装，装好再试。";
  if (code === "ENOSPC") return "磁盘满了。腾出空间后再运行同一条命令。";
  if (code.startsWith("SIG")) return "npm 中途被停掉了。再运行同一条命令，会重新安装。";
  if (version !== PINNED_VERSION && (code === "ETARGET" || code === "E404")) {
    return `没有这个版本。列出所有版本：npm view ${CORE} versions`;
  }
  return "按 npm 说的排除原因，再运行同一条命令。";
}

/** A folder as the reader writes it. */
function shown(folder: string): string {
  return relative(process.cwd(), folder) || ".";
}
