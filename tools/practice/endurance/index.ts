import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Kills } from "./kills.ts";
import { Reader } from "./reader.ts";
import { ConsoleTerminal } from "./terminal.ts";
import { tour } from "./tour.ts";

/**
 * Tries the console in a real terminal (tmux), and kills it again and again while it saves. Takes minutes; CI runs it,
 * and it is no part of `npm test`. `--kills N` (100). Exits 1 when something does not hold, 2 without tmux.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    /** What one of the processes does that this one starts. */
    part: { type: "string" },
  },
});
const kills = Number(values.kills);
/** So many consoles are killed side by side. */
const LANES = 2;

async function part(name: string): Promise<void> {
  const reader = new Reader();
  const terminal = new ConsoleTerminal(reader.root);
  try {
    if (name === "tour") {
      await tour(reader, terminal);
      return report(
        `走了一遍：开始、出错、通过、提示、解答、列表、窄终端、NO_COLOR、粘贴、Ctrl+Z、关终端、退出；${terminal.held} 处都成立`,
      );
    }
    const { count } = await killAll(name, new Kills(reader, terminal));
    // Too early or too late each time would show nothing.
    if (kills >= 20)
      terminal.hold(`有的杀在写下以前，有的在以后：${JSON.stringify(count)}`, count.before > 0 && count.after > 0);
    report(`${name}：杀了 ${kills} 次，${count.after} 次在写下以后；通过的一题也没有丢，${terminal.held} 处都成立`);
  } finally {
    terminal.close();
    reader.remove();
  }
}

async function killAll(name: string, consoles: Kills): Promise<Kills> {
  for (let time = 1; time <= kills; time++) {
    await consoles.next();
    if (time % 10 === 0) report(`${name}：${time} 次`);
  }
  return consoles;
}

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs one part in a process of its own; true when all of it held. */
async function begin(name: string, share: number): Promise<boolean> {
  const own = [fileURLToPath(import.meta.url), "--part", name, "--kills", String(share)];
  const child = spawn(process.execPath, [...process.execArgv, ...own], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code === 0;
}

if (spawnSync("tmux", ["-V"]).status !== 0) {
  process.stderr.write("要用 tmux 在真的终端里试。先装上它，例如 apt-get install tmux。\n");
  process.exitCode = 2;
} else if (!Number.isInteger(kills)) {
  process.stderr.write(`--kills 后面要一个整数，不是 ${values.kills}。\n`);
  process.exitCode = 2;
} else if (values.part === undefined) {
  // Rounded so that the shares make up the whole.
  const share = (lane: number) => Math.floor((kills * (lane + 1)) / LANES) - Math.floor((kills * lane) / LANES);
  const all = Array.from({ length: LANES }, (_, lane) => begin(`第 ${lane + 1} 路`, share(lane)));
  const held = await Promise.all([begin("tour", 0), ...all]);
  process.exitCode = held.every(Boolean) ? 0 : 1;
} else {
  await part(values.part);
}
