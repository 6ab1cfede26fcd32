import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findExercises, type Exercise } from "./exercises.ts";
import { PracticeRecord } from "./record.ts";
import { sampleCourse } from "./sample-course.ts";
import { RECORD_FILE } from "./workspace.ts";

/**
 * Tries the console in a real terminal (tmux) and kills it again and again while it saves. Takes minutes; CI runs it, and
 * it is no part of `npm test`. `--kills N` (100). Exits 1 when something does not hold, 2 without tmux.
 */
const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const KILLS = Number(values.kills);

/** A busy machine may take its time for anything. */
const PATIENCE = 120_000;
const SOCKET = `practice-${process.pid}`;
const { root, remove } = sampleCourse(["tools", "docs", "s01_minimal_loop", "s05_tool_hook_boundary"]);
const { exercises } = findExercises(root);
let held = 0;

function tmux(...args: string[]): SpawnSyncReturns<string> {
  return spawnSync("tmux", ["-L", SOCKET, "-f", "/dev/null", ...args], { encoding: "utf8" });
}

function screen(): string {
  return tmux("capture-pane", "-p", "-t", "p").stdout;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until<Value>(what: string, look: () => Value | undefined | false): Promise<Value> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const found = look();
    if (found !== undefined && found !== false && found !== "") return found;
    await sleep(20);
  }
  throw new Error(
    `没有等到：${what}\n${screen()}\n${tmux("display-message", "-p", "-t", "p", "#{pane_dead} #{pane_dead_status} #{pane_dead_signal} #{pane_pid}").stdout}`,
  );
}

/** Looks without a pause, to be there within microseconds. */
function spinUntil(look: () => boolean): void {
  const end = Date.now() + PATIENCE;
  while (!look() && Date.now() < end);
}

const shows = (...parts: string[]) =>
  until(parts.join("、"), () => {
    const text = screen();
    return parts.every((part) => text.includes(part));
  });

function hold(what: string, holds: boolean): void {
  if (!holds) throw new Error(`不成立：${what}\n${screen()}`);
  held++;
}

/** Where the shell around a console writes its exit code: tmux does not always come to know it. */
const EXIT = join(root, "exit-code");

/** Opens the console in a terminal of that size; returns the id of the shell around it. */
async function open(columns: number, rows: number, environment: Record<string, string> = {}): Promise<number> {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const start = `env ${settings.join(" ")} '${process.execPath}' --import tsx tools/practice/practice.ts`;
  const command = `cd '${root}'; ${start}; echo $? >'${EXIT}'`;
  tmux("kill-session", "-t", "p");
  rmSync(EXIT, { force: true });
  const made = tmux("new-session", "-d", "-s", "p", "-x", String(columns), "-y", String(rows), command);
  if (made.status !== 0) throw new Error(made.stderr);
  return Number(tmux("display-message", "-p", "-t", "p", "#{pane_pid}").stdout);
}

/** Waits for the console to leave with that code. */
async function exit(code: number): Promise<void> {
  const written = await until("退出", () => existsSync(EXIT) && readFileSync(EXIT, "utf8").trim());
  hold("退出以后终端里什么也没有留下", !screen().includes("practice/"));
  hold(`退出码是 ${code}，不是 ${written}`, written === String(code));
}

const press = (key: string) => tmux("send-keys", "-t", "p", key);
const write = (exercise: Exercise, text: string) => writeFileSync(join(root, exercise.work), text);
const copy = (exercise: Exercise, from: "solution" | "starter") =>
  copyFileSync(join(root, exercise[from]), join(root, exercise.work));

function record(): { passed: (exercise: Exercise) => boolean; damage: string | undefined } {
  const read = new PracticeRecord(join(root, RECORD_FILE));
  const damage = read.refresh();
  return { passed: (exercise) => read.standing(exercise).done, damage };
}

/** Whether the process still runs; one that nobody has buried yet does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(Number);
}

/** What a reader does in the first minutes, and what goes wrong for readers. */
async function tour(): Promise<void> {
  const [one, two, three] = exercises as [Exercise, Exercise, Exercise];
  await open(80, 24);
  await shows(one.id, one.work, "没有通过", "q 退出");
  write(one, "export const secondRequest = ;\n");
  await shows(`${one.work}:1:`, "语法不对");
  write(one, "throw new Error('boom');\n");
  await shows(`${one.work}:1:7`, "boom");
  write(one, "for (;;);\nexport {};\n");
  await shows("还没有跑完");
  rmSync(join(root, one.work));
  await shows("不见了");
  press("x");
  await shows("再按一次 x");
  press("x");
  await shows("没有通过", "换回了起点");
  copy(one, "solution");
  await shows("通过。", `1 / ${exercises.length}`);
  hold("通过以后记录里就有", record().passed(one));

  press("n");
  await shows(two.id, "没有通过");
  await sleep(500);
  hold("按一次 n 只走一题", screen().includes(two.id));
  press("h");
  await shows("提示 1");
  press("s");
  await shows("再按一次 s");
  press("s");
  await shows(two.solution);
  press("s");
  press("l");
  await shows(`> ${two.id}`, "通过");
  press("Down");
  press("Enter");
  await shows(three.id, "没有通过");
  tmux("resize-window", "-t", "p", "-x", "30", "-y", "12");
  await shows("~");
  hold("窄的终端里每行都放得下", screen().split("\n").length <= 13);
  // Leaving in the middle of a check, with another one asked for, is leaving all the same.
  write(three, "for (;;);\nexport {};\n");
  await sleep(200);
  write(three, "export const other = 1;\n");
  await sleep(200);
  press("q");
  await exit(0);

  await open(40, 16, { NO_COLOR: "1" });
  await shows(three.id, "export。");
  hold("NO_COLOR 下没有颜色", !tmux("capture-pane", "-p", "-e", "-t", "p").stdout.includes("\u001b[3"));
  press("C-c");
  await exit(0);
}

/** One console, killed at a random moment around its saving of a pass. */
async function kill(time: number, known: Set<Exercise>): Promise<void> {
  let exercise = exercises.find((one) => !known.has(one));
  if (!exercise) {
    known.clear();
    rmSync(join(root, "practice"), { recursive: true });
    [exercise] = exercises as [Exercise];
  }
  const shell = await open(80, 24);
  await shows(exercise.id, "没有通过");
  const [pid] = childrenOf(shell);
  if (pid === undefined) throw new Error("控制台的进程找不到");
  const children = childrenOf(pid);
  const size = () => (existsSync(join(root, RECORD_FILE)) ? readFileSync(join(root, RECORD_FILE)).length : 0);
  const before = size();
  copy(exercise, "solution");
  // Half of them right when the record begins to change, the others at any moment around it.
  if (time % 2 === 0) spinUntil(() => size() !== before);
  else await sleep(Math.random() * 600);
  const told = screen().includes("通过。");
  process.kill(pid, "SIGKILL");
  await until("进程结束", () => !isAlive(pid));
  await until("检查的进程也结束", () => children.every((child) => !isAlive(child)));

  const { passed, damage } = record();
  for (const one of known) hold(`第 ${time} 次之前通过的 ${one.id} 还在`, passed(one));
  if (told) hold(`屏幕说过通过的 ${exercise.id} 在记录里`, passed(exercise));
  hold(`记录没有读不懂的行：${damage ?? ""}`, damage === undefined);
  if (passed(exercise)) known.add(exercise);
  else copy(exercise, "starter");
}

if (spawnSync("tmux", ["-V"]).status !== 0) {
  process.stderr.write("要用 tmux 在真的终端里试。先装上它，例如 apt-get install tmux。\n");
  process.exit(2);
}
try {
  // The server stays between two consoles: one that is about to leave takes no new session.
  tmux("start-server", ";", "set-option", "-g", "exit-empty", "off", ";", "set-option", "-g", "remain-on-exit", "on");
  await tour();
  process.stdout.write("走了一遍：开始、出错、通过、提示、解答、列表、窄终端、NO_COLOR、退出\n");
  rmSync(join(root, "practice"), { recursive: true });
  const known = new Set<Exercise>();
  for (let time = 1; time <= KILLS; time++) {
    await kill(time, known);
    if (time % 10 === 0) process.stdout.write(`  ${time} 次\n`);
  }
  process.stdout.write(`杀了 ${KILLS} 次，通过的一题也没有丢；${held} 处都成立\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  tmux("kill-server");
  remove();
}
